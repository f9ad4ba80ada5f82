//! Makes the JavaScript of a WebAssembly module: `pickray-web-bindings MODULE.wasm OUT`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, out] = arguments.as_slice() else {
        eprintln!("pickray-web-bindings: wants a module and a folder: pickray-web-bindings MODULE.wasm OUT");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("pickray")
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pickray-web-bindings: {}: {error:#}", module.display());
            ExitCode::FAILURE
        }
    }
}
