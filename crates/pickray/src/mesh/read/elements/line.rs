//! Words of a line, read one after the other.

use crate::mesh::numbers::{number, short_index};
use crate::mesh::text::{blanks_end, line_end};
use memchr::memchr2;

/// The part of a line that has not been read yet. Padding follows the text.
pub struct Line<'a> {
    text: &'a [u8],
    at: usize,
    comment: Option<u8>,
}

impl<'a> Line<'a> {
    pub fn new(text: &'a [u8], at: usize, comment: Option<u8>) -> Self {
        Self { text, at: blanks_end(text, at), comment }
    }

    #[inline(always)]
    pub fn is_at_end(&self) -> bool {
        self.ends_line(self.text[self.at])
    }

    /// Returns the next word as a number, and moves behind it if it is one.
    #[inline(always)]
    pub fn number(&mut self) -> Option<f64> {
        let (value, end) = number(self.text, self.at)?;
        self.goes_on_behind(end).then_some(value)
    }

    #[inline(always)]
    pub fn whole(&mut self) -> Option<i64> {
        if let Some((value, end)) = short_index(self.text, self.at)
            && self.goes_on_behind(end)
        {
            return Some(i64::from(value));
        }
        let word = self.word();
        let value = std::str::from_utf8(word).ok()?.parse().ok()?;
        self.skip();
        Some(value)
    }

    #[inline(always)]
    pub fn skip(&mut self) -> bool {
        let end = self.word_end();
        end > self.at && self.goes_on_behind(end)
    }

    /// Skips a list and the number of its items ahead of it; returns whether the line holds all of it.
    pub fn skip_list(&mut self) -> bool {
        self.whole().is_some_and(|count| (0..count).all(|_| self.skip()))
    }

    /// Returns the next word without moving behind it; empty at the end of the line.
    pub fn word(&self) -> &'a [u8] {
        &self.text[self.at..self.word_end()]
    }

    /// Returns the byte offset in the text at which the next line begins.
    #[inline(always)]
    pub fn next(&self) -> usize {
        line_end(self.text, self.at).unwrap_or_else(|| next_line(self.text, self.at))
    }

    fn word_end(&self) -> usize {
        let mut end = self.at;
        while !self.ends_word(self.text[end]) {
            end += 1;
        }
        end
    }

    /// Goes to the word behind `end`, if a word ends there; returns whether one does.
    #[inline(always)]
    fn goes_on_behind(&mut self, end: usize) -> bool {
        let ends = self.ends_word(self.text[end]);
        if ends {
            self.at = blanks_end(self.text, end);
        }
        ends
    }

    #[inline(always)]
    fn ends_word(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t'..=b'\r') || Some(byte) == self.comment
    }

    #[inline(always)]
    fn ends_line(&self, byte: u8) -> bool {
        matches!(byte, b'\n' | b'\r') || Some(byte) == self.comment
    }
}

#[inline(always)]
pub fn next_line(text: &[u8], at: usize) -> usize {
    let end = at + memchr2(b'\n', b'\r', &text[at..]).expect("padding of line ends");
    line_end(text, end).expect("a line end was found")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::numbers::PADDING;

    #[test]
    fn words_are_read_up_to_the_end_or_a_comment() {
        let mut text = b" -12 0.5\tx 123456789 2 7 8# 9\r\nnext".to_vec();
        text.resize(text.len() + PADDING, b'\n');
        let mut line = Line::new(&text, 0, Some(b'#'));
        assert_eq!((line.whole(), line.number(), line.number(), line.whole()), (Some(-12), Some(0.5), None, None));
        assert_eq!((line.word(), line.skip(), line.whole()), (&b"x"[..], true, Some(123_456_789)));
        assert!(line.skip_list() && line.is_at_end() && line.word().is_empty() && !line.skip());
        assert_eq!((line.number(), line.whole(), &text[line.next()..][..4]), (None, None, &b"next"[..]));
    }
}
