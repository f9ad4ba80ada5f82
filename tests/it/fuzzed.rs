//! Checks of whatever bytes make of what the program reads: under libFuzzer by `fuzz/`, and here on random strings.

mod command_line;
#[path = "../../crates/pickray/tests/it/fuzzed/json.rs"]
mod json;
mod lesson;
#[allow(dead_code)]
#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
mod numbers;
mod settings;
mod situation;
#[path = "../../crates/pickray/tests/it/fuzzed/strings.rs"]
#[cfg(test)]
mod strings;

#[cfg(test)]
mod tests {
    use super::strings::{bytes, each};

    #[test]
    fn random_bytes_as_a_situation_are_read_or_refused_in_one_line() {
        each(2_000, super::situation::check, bytes);
        // A mesh of which one scale is 1e308 had an area that is no number.
        super::situation::check(b"\x13mmmet\xc9\0\xf7\0\0mmmet%\x01\0\0\x00657\xee ");
    }

    #[test]
    fn random_bytes_as_a_lesson_are_read_and_run_or_refused_in_one_line() {
        each(2_000, super::lesson::check, bytes);
        for start in [b'{', b'#'] {
            each(500, super::lesson::check, |random| [&[start], bytes(random).as_slice()].concat());
        }
    }

    #[test]
    fn random_bytes_as_settings_are_read_or_set_aside_and_come_back() {
        each(200, super::settings::check, bytes);
    }

    #[test]
    fn random_words_as_a_command_line_are_taken_or_refused_in_one_line() {
        each(2_000, super::command_line::check, |random| {
            let lines = (0..random.usize(..4)).map(|_| {
                let length = random.usize(..12);
                let line: Vec<u8> = (0..length).map(|_| random.u8(1..)).collect();
                if random.bool() { line } else { [&[1], line.as_slice()].concat() }
            });
            lines.collect::<Vec<_>>().join(&0)
        });
    }
}
