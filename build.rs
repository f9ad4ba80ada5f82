//! Puts icon, version, description and manifest into the program for Windows.

fn main() {
    println!("cargo::rerun-if-changed=assets/windows");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("windows") {
        return;
    }
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon("assets/windows/pickray.ico").set_manifest_file("assets/windows/pickray.manifest");
    resource.set("FileDescription", "pickray").set("ProductName", "pickray");
    // `cargo check` needs no resource compiler.
    if let Err(error) = resource.compile_for("pickray") {
        println!("cargo::warning=the program has no icon and no manifest: windres or rc.exe: {error}");
    }
}
