//! Languages of the window and of lessons.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::manual_non_exhaustive, reason = "the last one is for tests, not for languages to come")]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
    /// English with marks around each text, by which tests find words that do not come from the message files.
    #[doc(hidden)]
    #[serde(skip)]
    Marked,
}

impl Language {
    /// All languages that people choose from.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the code of the language, as it stands in the names of files: "en" or "zh-CN".
    pub const fn code(self) -> &'static str {
        match self {
            Self::English | Self::Marked => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// Returns the language's name in itself, by which people choose it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English | Self::Marked => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// Returns the language of a locale, such as `zh-CN` or `de_DE.UTF-8`: Chinese for all Chinese ones, else English.
    pub fn of_locale(name: &str) -> Self {
        if Self::Chinese.is_of_locale(name) { Self::Chinese } else { Self::English }
    }

    /// Returns `true` if a locale's name is one of this language, such as `zh-TW` of Chinese.
    pub fn is_of_locale(self, name: &str) -> bool {
        let primary = name.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let names: &[_] = if self == Self::Chinese { &["zh", "yue", "wuu", "cmn"] } else { &["en"] };
        names.iter().any(|known| primary.eq_ignore_ascii_case(known))
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
