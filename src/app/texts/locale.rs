//! Language that the system prefers.

use super::Language;
use std::sync::LazyLock;

impl Language {
    /// Returns the language for a locale's name, such as `zh-CN` or `de_DE.UTF-8`. All Chinese locales give Chinese,
    /// which readers of traditional characters read more easily than English. All other locales give English.
    pub fn of_locale(name: &str) -> Self {
        let primary = name.split(['-', '_', '.', '@']).next().unwrap_or_default();
        if ["zh", "yue", "wuu", "cmn"].iter().any(|chinese| primary.eq_ignore_ascii_case(chinese)) {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// Returns the language of the system, which is asked for it only once.
    pub fn of_system() -> Self {
        static OF_SYSTEM: LazyLock<Language> =
            LazyLock::new(|| sys_locale::get_locale().map_or(Language::English, |name| Language::of_locale(&name)));
        *OF_SYSTEM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_of_chinese_means_chinese_and_any_other_english() {
        for name in ["zh", "zh-CN", "zh_CN.UTF-8", "zh-Hans-SG", "zh-TW", "zh_HK", "ZH-cn", "yue-HK", "zh@pinyin"] {
            assert_eq!(Language::of_locale(name), Language::Chinese, "{name}");
        }
        for name in ["en", "en-US", "de_DE.UTF-8", "C", "POSIX", "", "za-CN", "ja-JP", "zhx"] {
            assert_eq!(Language::of_locale(name), Language::English, "{name}");
        }
    }
}
