//! Text whose line breaks are moved so that each record or statement has a line of its own, for a reader that works
//! line by line. This takes memory for the whole text, so it is done only if the lines of a file end within records.

use crate::mesh::encoding::MARK;
use crate::mesh::problem::Problem;
use crate::mesh::report::{Loaded, Refusal, Result};
use crate::mesh::source::LineRuns;
use crate::mesh::text::{BUFFER, COMMENT, Text};
use crate::work::{Progress, memory};
use memchr::memchr2;
use std::ops::Range;

const CHECK_EVERY: usize = 1 << 16;

pub struct Relined {
    text: Vec<u8>,
    /// For each line of `text`, the number, from 1, of the line of the file where it begins.
    lines: Vec<u32>,
    n_lines: u32,
    /// Line number in the file, from 1, and byte offset of some line starts of the file.
    marks: Vec<(u32, u64)>,
}

/// Returns `by_lines`, read line by line; if its problems suggest that lines end within records, `read` also loads the
/// texts of `relined`, and the best mesh counts. Errors of `relined`, cancelling and a lack of memory end it.
pub fn read_torn(
    by_lines: Result<Loaded>,
    relined: impl Iterator<Item = Result<Option<Relined>>>,
    read: impl Fn(&Text) -> Result<Loaded>,
) -> Result<Loaded> {
    let mut fewest = match &by_lines {
        Ok((_, report)) if report.warnings.iter().any(|it| may_come_of_lines(&it.problem)) => report.problems,
        Err(Refusal::NoMesh { what, .. }) if may_come_of_lines(what) => u64::MAX,
        _ => return by_lines,
    };
    let mut best = by_lines;
    for relined in relined {
        let Some(relined) = relined? else { continue };
        match read(&Text::Bytes(&relined.text)) {
            Ok(by_words) if by_words.1.problems < fewest => {
                fewest = by_words.1.problems;
                best = Ok(relined.in_lines_of_file(by_words));
            }
            Err(stopped @ (Refusal::Cancelled | Refusal::OutOfMemory(_))) => return Err(stopped),
            _ => {}
        }
        if fewest == 0 {
            break;
        }
    }
    best
}

/// Returns whether a problem may come of a line that ends where a record does not.
fn may_come_of_lines(problem: &Problem) -> bool {
    match problem {
        Problem::FaceLeftOut { why } | Problem::VertexNotUsed { why } | Problem::AreLoaded { why } => {
            may_come_of_lines(why)
        }
        Problem::ThreeNumbers { .. }
        | Problem::NoNumber { .. }
        | Problem::VertexRest { .. }
        | Problem::FaceRest { .. }
        | Problem::ValueUnreadable { .. }
        | Problem::NoCorner { .. }
        | Problem::NoCornerCount { .. }
        | Problem::CornersMissing { .. }
        | Problem::HeaderCounts { .. }
        | Problem::FacetCorners { .. }
        | Problem::FacetEnd
        | Problem::StrayVertex
        | Problem::NoFacet
        | Problem::NoFaceUsable { .. } => true,
        _ => false,
    }
}

impl Relined {
    /// Replaces the lines of this text by those of the file, in a mesh and its report.
    fn in_lines_of_file(self, (mut mesh, mut report): Loaded) -> Loaded {
        let of_file = |line: u32| self.lines[line as usize - 1];
        let mut lines = LineRuns::default();
        (0..).map_while(|face| mesh.source.lines.get(face)).for_each(|line| lines.push(of_file(line), 1));
        mesh.source.lines = lines.into();
        for warning in report.warnings.iter_mut().chain(&mut report.remarks) {
            warning.line = warning.line.map(of_file);
        }
        report.lines = u64::from(self.n_lines);
        if let Some(file) = &mut mesh.source.text {
            file.marks = self.marks;
        }
        (mesh, report)
    }
}

/// Reader of the words of a text. It replaces line ends and comments by blanks, and begins lines where the caller says.
pub struct Relining<'a> {
    /// Text with its line breaks moved, once all of its words have been read.
    pub relined: Relined,
    /// Offset in the text of the end of the last word read.
    at: usize,
    /// Line number in the file, from 1, of the last word read.
    line: u32,
    start: u64,
    /// Byte that begins a comment even behind other words on a line; `None` if the format has no such comments.
    comment: Option<u8>,
    progress: &'a Progress,
}

impl<'a> Relining<'a> {
    /// Reads `file` from byte `start` on, which has so many line ends ahead.
    pub fn new(file: &Text, start: u64, lines_ahead: u32, comment: Option<u8>, progress: &'a Progress) -> Result<Self> {
        let mut text = memory::filled((file.len() - start) as usize, 0)?;
        file.read(start, &mut text)?;
        if start == 0 && text.starts_with(MARK) {
            text[..MARK.len()].fill(b' ');
        }
        let line = lines_ahead.saturating_add(1);
        let is_cut_off = text.last().is_some_and(|last| !b"\r\n".contains(last));
        // Counted on at each line end.
        let n_lines = lines_ahead.saturating_add(u32::from(is_cut_off));
        let mut marks = Vec::new();
        memory::reserve(&mut marks, (file.len() / BUFFER as u64) as usize)?;
        let relined = Relined { text, lines: vec![line], n_lines, marks };
        Ok(Self { relined, at: 0, line, start, comment, progress })
    }

    /// Reads the next word and returns its byte range in the text; `None` at the end of the text.
    pub fn next_word(&mut self) -> Option<Range<usize>> {
        self.clear_gap();
        let text = &self.relined.text;
        let length = text[self.at..].iter().take_while(|&&byte| !self.ends_word(byte)).count();
        let word = self.at..self.at + length;
        self.at = word.end;
        (length > 0).then_some(word)
    }

    pub fn bytes(&self, word: Range<usize>) -> &[u8] {
        &self.relined.text[word]
    }

    /// Returns whether the last word read is also the last word on its line of the file.
    pub fn is_at_line_end(&self) -> bool {
        let behind = self.relined.text[self.at..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | 0x0b | 0x0c));
        behind.is_none_or(|&byte| matches!(byte, b'\n' | b'\r') || Some(byte) == self.comment)
    }

    pub fn drop_word(&mut self, word: Range<usize>) {
        self.relined.text[word].fill(b' ');
    }

    /// Makes a new line of the text begin at `word`, the last word read.
    pub fn begin_line(&mut self, word: &Range<usize>) -> Result<()> {
        // The line of the first word has begun.
        if let Some(gap) = word.start.checked_sub(1) {
            self.relined.text[gap] = b'\n';
            memory::reserve(&mut self.relined.lines, 1)?;
            self.relined.lines.push(self.line);
        }
        if self.relined.lines.len().is_multiple_of(CHECK_EVERY) {
            self.progress.check()?;
        }
        Ok(())
    }

    fn ends_word(&self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t'..=b'\r') || Some(byte) == self.comment
    }

    fn clear_gap(&mut self) {
        let mut begins_line = self.at == 0;
        let text = &mut self.relined.text;
        while let Some(&byte) = text.get(self.at) {
            let end = match byte {
                b' ' | b'\t' | 0x0b | 0x0c => self.at + 1,
                b'\n' | b'\r' => {
                    let is_pair = byte == b'\r' && text.get(self.at + 1) == Some(&b'\n');
                    let end = self.at + 1 + usize::from(is_pair);
                    begins_line = true;
                    self.line = self.line.saturating_add(1);
                    self.relined.n_lines = self.relined.n_lines.saturating_add(1);
                    let marked = self.relined.marks.last().map_or(0, |&(_, at)| at);
                    let next = self.start + end as u64;
                    if next - marked >= BUFFER as u64 {
                        self.relined.marks.push((self.line, next));
                    }
                    end
                }
                _ if Some(byte) == self.comment || byte == COMMENT && begins_line => {
                    memchr2(b'\n', b'\r', &text[self.at..]).map_or(text.len(), |length| self.at + length)
                }
                _ => break,
            };
            text[self.at..end].fill(b' ');
            self.at = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text in lines of `words` words, the lines of the file where these begin, and the number of the latter.
    fn relined(text: &str, words: usize, comment: Option<u8>) -> (String, Vec<u32>, u32) {
        let progress = Progress::default();
        let mut relining = Relining::new(&Text::Bytes(text.as_bytes()), 0, 0, comment, &progress).expect("memory");
        let mut n = 0;
        while let Some(word) = relining.next_word() {
            if n % words == 0 {
                relining.begin_line(&word).expect("nobody stops it");
            }
            n += 1;
        }
        let Relined { text, lines, n_lines, .. } = relining.relined;
        let in_lines = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let text: Vec<_> = String::from_utf8(text).expect("text").lines().map(in_lines).collect();
        assert_eq!(text.len(), lines.len(), "{text:?}");
        (text.join("|"), lines, n_lines)
    }

    #[test]
    fn records_get_lines_of_their_own_and_know_those_of_the_file() {
        for (end, last) in [("\n", ""), ("\r\n", "\r\n"), ("\r", "\r")] {
            let text = format!("a{end}{end}# b c{end}1 2 x#y{end}3{last}");
            assert_eq!(relined(&text, 2, None), ("a 1|2 x#y|3".to_owned(), vec![1, 4, 5], 5), "{text:?}");
            assert_eq!(relined(&text, 2, Some(b'#')), ("a 1|2 x|3".to_owned(), vec![1, 4, 5], 5), "{text:?}");
        }
        assert_eq!(relined("\u{feff} a b c", 1, None), ("|a|b|c".to_owned(), vec![1; 4], 1));
    }

    #[test]
    fn who_cancels_and_a_lack_of_memory_are_heard_while_lines_are_drawn_and_read() {
        let by_lines = || Err(Refusal::damaged(None, Problem::NoFacet));
        let relined = || {
            let progress = Progress::default();
            Relining::new(&Text::Bytes(b"solid"), 0, 0, None, &progress).map(|relining| Some(relining.relined))
        };
        let missing = || Refusal::from(memory::missing(7));
        let while_drawn = read_torn(by_lines(), [Err(Refusal::Cancelled), relined()].into_iter(), |_| by_lines());
        assert!(matches!(while_drawn, Err(Refusal::Cancelled)));
        let while_read = read_torn(by_lines(), [Ok(None), relined()].into_iter(), |_| Err(missing()));
        assert!(matches!(while_read, Err(Refusal::OutOfMemory(_))));
        let neither = read_torn(by_lines(), [relined()].into_iter(), |_| by_lines());
        assert!(matches!(neither, Err(Refusal::NoMesh { .. })));
    }

    #[test]
    fn lines_of_a_long_text_are_marked_every_so_many_bytes() {
        let text = "1 2 3\n".repeat(BUFFER);
        let progress = Progress::default();
        let mut relining = Relining::new(&Text::Bytes(text.as_bytes()), 12, 2, None, &progress).expect("memory");
        while relining.next_word().is_some() {}
        let marks = relining.relined.marks;
        assert_eq!(marks.len(), 5);
        assert!(marks.iter().all(|&(line, at)| at == 6 * u64::from(line - 1)), "{marks:?}");
    }
}
