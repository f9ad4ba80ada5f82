//! What the window says in Chinese: compiled in, but on a page, which fetches it when it is first wanted.

#[cfg(target_arch = "wasm32")]
pub use super::page::chinese::{fetch, texts};
#[cfg(not(target_arch = "wasm32"))]
pub use compiled_in::{fetch, texts};

#[cfg(not(target_arch = "wasm32"))]
mod compiled_in {
    /// Returns the messages, a file each with its name, where they are there.
    pub fn texts() -> Option<&'static [(&'static str, &'static str)]> {
        Some(TEXTS)
    }

    /// Has the messages come, where they are not there; returns whether they came.
    pub async fn fetch() -> bool {
        false
    }

    macro_rules! files {
        ($($name:literal)+) => {
            &[$(($name, include_str!(concat!("../../../assets/locales/zh-CN/", $name, ".ftl")))),+]
        };
    }

    const TEXTS: &[(&str, &str)] = files! {
        "areas" "bounds" "box-tree" "chooser" "commands" "files" "inspector" "keys" "ladder" "lessons" "library"
        "loading" "many-bodies" "menu" "messages" "mistakes" "panels" "picking" "problems" "record" "report"
        "settings" "setup" "sphere" "two-meshes" "two-triangles" "verify" "why-not"
    };
}
