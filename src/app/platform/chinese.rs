//! Chinese messages of the window, compiled in. A page fetches them when they are first wanted.

/// Returns the Chinese messages as pairs of file name and text; always `Some`, since they are compiled in.
pub fn texts() -> Option<&'static [(&'static str, &'static str)]> {
    Some(TEXTS)
}

/// Does nothing, since the compiled-in messages need no fetching.
pub async fn fetch() {}

macro_rules! files {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../assets/locales/zh-CN/", $name, ".ftl")))),+]
    };
}

const TEXTS: &[(&str, &str)] = files! {
    "areas" "bounds" "box-tree" "chooser" "commands" "diagnosis" "files" "inspector" "keys" "ladder" "lessons" "library"
    "many-bodies" "measure" "menu" "messages" "mistakes" "panels" "picking" "problems" "record" "report" "settings"
    "setup" "sphere" "two-meshes" "two-triangles" "verify" "why-not"
};
