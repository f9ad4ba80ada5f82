use super::*;

#[test]
fn a_text_is_in_the_language_of_its_thread() {
    speak(Language::Chinese);
    assert_eq!(t!("settings-language"), "语言");
    assert_eq!(Text("settings-language").shown(), "语言");
    std::thread::spawn(|| assert_eq!(t!("settings-language"), "Language")).join().expect("another thread is English");
    assert_eq!(t!("copied", what = "a value"), "已复制：a value。");
    speak(Language::Marked);
    assert_eq!(t!("settings-language"), "‹Language›");
    assert_eq!(t!("copied", what = "a value"), "‹Copied ›a value‹.›", "what is filled in stands outside of the marks");
}

#[test]
fn both_lists_of_files_are_those_of_their_folders() {
    let listed = [messages::ENGLISH, chinese_texts().expect("compiled in")];
    for (language, listed) in ["en", "zh-CN"].into_iter().zip(listed) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales").join(language);
        let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name());
        let mut files: Vec<_> = files.map(|name| name.to_string_lossy().into_owned()).collect();
        files.sort_unstable();
        assert!(listed.iter().map(|(name, _)| format!("{name}.ftl")).eq(files), "{language}");
    }
}

#[test]
fn messages_that_are_none_are_refused() {
    for wrong in ["<!doctype html>", "a = 1\na = 2\n", "a = { $b"] {
        assert!(Messages::of("zh-CN", &[("zh-CN.ftl", wrong)], false).is_err(), "{wrong}");
    }
}

#[test]
fn whole_numbers_choose_the_plural_and_have_their_thousands_apart() {
    assert_eq!(t!("n-boxes", count = 1), "1 box");
    assert_eq!(t!("n-boxes", count = 12_345_678_u64), "12,345,678 boxes");
    speak(Language::Chinese);
    assert_eq!(t!("n-boxes", count = 12_345_678_u64), "12,345,678 个包围盒");
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "no text")]
fn a_text_that_nobody_wrote_is_found_by_any_test() {
    text("nobody wrote this");
}
