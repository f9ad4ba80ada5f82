use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn settings_come_back_as_they_were_saved() {
    let folder = folder();
    let inside = folder.path().join("made/when/needed");
    let mut settings = Settings { theme: ThemeChoice::Dark, window: Some((800.0, 600.5)), ..Settings::default() };
    settings.remember(&MeshSource::File("/a/cow.obj".into()));
    settings.panels.explain = true;
    settings.save(&inside).expect("saved");
    assert_eq!(Settings::load(&inside), (settings, None));
    let names: Vec<_> = std::fs::read_dir(&inside).expect("a folder").map(|e| e.expect("entry").file_name()).collect();
    assert_eq!(names, [FILE_NAME], "nothing is left beside the file");
}

#[test]
fn a_damaged_file_means_defaults_and_a_word_and_is_kept() {
    let of_fields = ["{\"theme\": \"dark\"", "{\"theme\": 7}", "{\"unit\": \"mile\"}"];
    for damaged in of_fields.into_iter().chain(["", "7", "[]", "[\"dark\"]", "\u{0}\u{1}"]) {
        let folder = folder();
        std::fs::write(folder.path().join(FILE_NAME), damaged).expect("written");
        let (settings, word) = Settings::load(folder.path());
        assert_eq!(settings, Settings::default());
        assert!(word.is_some_and(|word| word.contains(DAMAGED_FILE_NAME)), "{damaged:?}");
        assert_eq!(std::fs::read_to_string(folder.path().join(DAMAGED_FILE_NAME)).expect("kept"), damaged);
    }
}

#[cfg(unix)]
#[test]
fn settings_that_are_linked_stay_a_link_of_the_same_mode() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, kept) = (folder(), folder());
    let (link, file) = (folder.path().join(FILE_NAME), kept.path().join("of-pickray.json"));
    symlink(&file, &link).expect("a link to nothing");
    let mut settings = Settings { theme: ThemeChoice::Dark, ..Settings::default() };
    settings.save(folder.path()).expect("saved to a new file");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("a mode");
    settings.panels.explain = true;
    settings.save(folder.path()).expect("saved to the same file");
    assert!(link.symlink_metadata().expect("the link").is_symlink());
    assert_eq!(file.metadata().expect("the file").permissions().mode() & 0o7777, 0o640);
    assert_eq!(Settings::load(folder.path()), (settings, None));

    std::fs::write(&file, "damaged").expect("written");
    let (_, word) = Settings::load(folder.path());
    assert!(word.is_some_and(|word| word.contains(DAMAGED_FILE_NAME)));
    assert!(link.symlink_metadata().expect("the link").is_symlink() && !file.exists());
    assert_eq!(std::fs::read_to_string(kept.path().join(DAMAGED_FILE_NAME)).expect("kept"), "damaged");
}

#[test]
fn of_damaged_files_the_last_is_kept() {
    let folder = folder();
    for damaged in ["first", "second", "{\"theme\": \"third\"}", "fourth"] {
        std::fs::write(folder.path().join(FILE_NAME), damaged).expect("written");
        assert!(Settings::load(folder.path()).1.is_some());
        let kept = std::fs::read_to_string(folder.path().join(DAMAGED_FILE_NAME)).expect("kept");
        assert_eq!(kept, damaged);
    }
    let entries = std::fs::read_dir(folder.path()).expect("a folder");
    assert!(entries.count() <= 2, "the settings and one damaged file");
}

#[cfg(target_os = "linux")]
#[test]
fn settings_that_are_no_file_are_neither_waited_for_nor_written() {
    let folder = folder();
    let path = folder.path().join(FILE_NAME);
    let fifo = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is part of coreutils");
    assert!(fifo.success());
    for _ in 0..2 {
        let (settings, word) = Settings::load(folder.path());
        assert_eq!(settings, Settings::default());
        assert!(word.is_some_and(|word| word.contains("is a pipe or a device")));
        assert!(settings.save(folder.path()).expect_err("no file").contains("not saved"));
        // Next, a file that never ends.
        std::fs::remove_file(&path).expect("removed");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
    }
}

#[test]
fn a_file_too_long_to_be_settings_is_set_aside() {
    let folder = folder();
    let file = std::fs::File::create(folder.path().join(FILE_NAME)).expect("a file");
    file.set_len(1 << 40).expect("a file of holes");
    assert!(Settings::load(folder.path()).1.is_some_and(|word| word.contains("too long")));
    assert!(folder.path().join(DAMAGED_FILE_NAME).exists());
}

#[cfg(unix)]
#[test]
fn a_file_whose_path_is_not_unicode_spoils_no_settings() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let mut settings = Settings::default();
    for name in [b"/b\xfcste%41.obj".as_slice(), b"/a%41.obj"] {
        settings.remember(&MeshSource::File(std::ffi::OsStr::from_bytes(name).into()));
    }
    assert_eq!(settings.recent, [PathBuf::from("/a%41.obj")]);
    settings.save(folder.path()).expect("saved");
    assert_eq!(Settings::load(folder.path()), (settings, None));
}

#[test]
fn what_a_file_does_not_say_has_its_default_and_what_is_out_of_bounds_does_not_hold() {
    let folder = folder();
    assert_eq!(Settings::load(folder.path()), (Settings::default(), None), "there is no file");
    let loaded = |text: &str| {
        std::fs::write(folder.path().join(FILE_NAME), text).expect("written");
        Settings::load(folder.path())
    };
    let light = Settings { theme: ThemeChoice::Light, ..Settings::default() };
    assert_eq!(loaded(r#"{"theme": "light", "of another version": 1}"#), (light, None));
    assert_eq!(loaded(r#"{"window": [0, 1e300]}"#).0.window, None);
    for (scale, expected) in [(0, 1), (3, 3), (255, 4)] {
        let settings = loaded(&format!(r#"{{"picture": {{"scale": {scale}}}}}"#)).0;
        assert_eq!(settings.picture.scale, expected, "as large as on the screen, to four times");
    }
}

#[test]
fn the_latest_file_comes_first_and_none_twice() {
    let mut settings = Settings::default();
    for name in ["/a.obj", "/b.obj", "/a.obj"] {
        settings.remember(&MeshSource::File(name.into()));
    }
    assert_eq!(settings.recent, [PathBuf::from("/a.obj"), PathBuf::from("/b.obj")]);
    for i in 0..20 {
        settings.remember(&MeshSource::File(format!("/{i}.obj").into()));
    }
    assert_eq!(settings.recent.len(), RECENT_FILES);
}
