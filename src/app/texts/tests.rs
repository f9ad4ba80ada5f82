use super::*;

#[test]
fn a_text_is_in_the_language_of_its_thread() {
    speak(Language::Chinese);
    assert_eq!(t!("settings-language"), "语言");
    assert_eq!(Text("settings-language").shown(), "语言");
    std::thread::spawn(|| assert_eq!(t!("settings-language"), "Language")).join().expect("another thread is English");
    speak(Language::Marked);
    assert_eq!(t!("settings-language"), "‹Language›");
}
