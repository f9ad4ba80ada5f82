//! Shared libraries that winit and glutin open when they start: names known to no linker.

pub const WAYLAND: &[&str] = &["libwayland-client.so.0", "libwayland-egl.so.1", "libxkbcommon.so.0"];
pub const X11: &[&str] = &[
    "libX11.so.6", "libX11-xcb.so.1", "libxcb.so.1", "libXcursor.so.1", "libXi.so.6", "libxkbcommon.so.0",
    "libxkbcommon-x11.so.0",
];

/// Returns which of the libraries cannot be loaded and what to install; `None` if all can.
pub fn missing(names: &[&str]) -> Option<String> {
    #[expect(unsafe_code, reason = "a library's initialisers are called")]
    // SAFETY: they are those that winit and glutin have called a moment later.
    let load = |name: &str| unsafe { libloading::Library::new(name) };
    // What is there stays: winit and glutin open it again.
    let is_missing = |name: &&str| load(name).map(std::mem::forget).is_err();
    let missing: Vec<_> = names.iter().copied().filter(is_missing).collect();
    let packages: Vec<_> = missing.iter().copied().map(package).collect();
    let what =
        || format!("{} cannot be loaded (Debian, Ubuntu: apt install {})", missing.join(", "), packages.join(" "));
    (!missing.is_empty()).then(what)
}

/// Returns the package that Debian, by its rules for names, has a library in.
fn package(library: &str) -> String {
    let (name, version) = library.split_once(".so.").unwrap_or((library, ""));
    let dash = if name.ends_with(|end: char| end.is_ascii_digit()) { "-" } else { "" };
    format!("{}{dash}{version}", name.to_lowercase())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_missing_library_is_named_with_its_package() {
        assert_eq!(super::missing(&["libc.so.6"]), None);
        let told = "libpickray-no1.so.6, libPickrayNo.so.2 cannot be loaded (Debian, Ubuntu: apt install \
                    libpickray-no1-6 libpickrayno2)";
        let missing = super::missing(&["libpickray-no1.so.6", "libc.so.6", "libPickrayNo.so.2"]);
        assert_eq!(missing.as_deref(), Some(told));
    }
}
