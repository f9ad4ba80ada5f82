//! Parser of the Markdown in lessons: headings, paragraphs, lists, code, emphasis and strong text, nothing else.

use super::LessonProblem;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Block of a text; blocks stand one below the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Span>),
    List {
        ordered: bool,
        items: Vec<Vec<Span>>,
    },
    /// Lines of code, or of a formula.
    Code(String),
}

impl Block {
    pub fn spans(&self) -> impl Iterator<Item = &Span> {
        let texts = match self {
            Self::Paragraph(spans) => std::slice::from_ref(spans),
            Self::List { items, .. } => items,
            Self::Code(_) => &[],
        };
        texts.iter().flatten()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub style: SpanStyle,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpanStyle {
    #[default]
    Plain,
    /// Emphasis, as `*so*`.
    Emphasis,
    /// Strong letters, as `**so**`.
    Strong,
    /// Code between backticks: a number, a name or a formula.
    Code,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Heading with its level, from 1, and its text.
    Heading(u8, String),
    Block(Block),
}

/// Returns the headings and blocks of a text with their lines, from 1, or the first that lessons do not allow.
pub(super) fn parts(text: &str) -> Result<Vec<(usize, Part)>, (usize, LessonProblem)> {
    read(text).map(|reader| reader.parts)
}

fn read(text: &str) -> Result<Reader<'_>, (usize, LessonProblem)> {
    if let Some(line) = text.split(['\n', '\r']).find(|line| lead(line) > LONGEST_LEAD) {
        let place = line.as_ptr() as usize - text.as_ptr() as usize;
        return Err((line_at(text, place), LessonProblem::Markdown("a line that is indented so far")));
    }
    let lines = Lines::new(text);
    let mut reader = Reader { lines, parts: Vec::new(), open: None, spans: Vec::new(), style: None, broken: false };
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        reader.take(event, &range).map_err(|what| (line_at(text, range.start), LessonProblem::Markdown(what)))?;
    }
    Ok(reader)
}

/// Limit in bytes of blanks and marks ahead of a line: the parser goes through all that they open on each line.
const LONGEST_LEAD: usize = 256;

/// Returns how many bytes at the beginning of a line are blanks, or marks of lists and quotations.
fn lead(line: &str) -> usize {
    let mut rest = line.trim_end();
    let length = rest.len();
    loop {
        rest = rest.trim_start_matches([' ', '\t', '>']);
        let mark = rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['-', '+', '*', '.', ')']);
        match mark.filter(|behind| behind.starts_with([' ', '\t', '>'])) {
            Some(behind) => rest = behind,
            None => return length - rest.len(),
        }
    }
}

/// Returns the line, from 1, of a place in a text; the place is a byte offset.
pub(super) fn line_at(text: &str, place: usize) -> usize {
    Lines::new(text).at(place)
}

/// Counter of the lines of places that come in their order: each byte is looked at once for all of them.
struct Lines<'a> {
    text: &'a [u8],
    /// Byte offset in the text whose line was asked for last; the number of that line is in `line`.
    place: usize,
    line: usize,
    #[cfg(test)]
    n_counted: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text: text.as_bytes(),
            place: 0,
            line: 1,
            #[cfg(test)]
            n_counted: 0,
        }
    }

    /// Returns the line, from 1, of a byte offset that is not before the last one.
    fn at(&mut self, place: usize) -> usize {
        let new = &self.text[self.place..place];
        self.line += new.iter().filter(|&&byte| byte == b'\n').count();
        self.place = place;
        #[cfg(test)]
        {
            self.n_counted += new.len();
        }
        self.line
    }
}

enum Open {
    Heading(u8),
    Paragraph,
    Code(String),
    List { ordered: bool, items: Vec<Vec<Span>>, in_item: bool },
}

struct Reader<'a> {
    lines: Lines<'a>,
    parts: Vec<(usize, Part)>,
    open: Option<(usize, Open)>,
    /// Spans, so far, of the heading, paragraph or item that is being read.
    spans: Vec<Span>,
    style: Option<SpanStyle>,
    /// `true` if the last event of the parser was a line break within a paragraph.
    broken: bool,
}

impl Reader<'_> {
    /// Takes an event of the parser; the error names what lessons do not have.
    fn take(&mut self, event: Event, range: &Range<usize>) -> Result<(), &'static str> {
        match event {
            Event::Start(tag) => self.start(tag, range.start)?,
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.open {
                Some((_, Open::Code(code))) => *code += &text,
                _ => self.push(&text, self.style.unwrap_or_default()),
            },
            Event::Code(text) if self.style.is_none() => self.push(&text, SpanStyle::Code),
            Event::Code(_) => return Err("code within emphasis"),
            Event::SoftBreak => self.broken = true,
            Event::HardBreak => return Err("a line break within a paragraph"),
            Event::Rule => return Err("a rule"),
            Event::Html(_) | Event::InlineHtml(_) => return Err("HTML"),
            _ => return Err("this"),
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag, place: usize) -> Result<(), &'static str> {
        match (tag, &mut self.open) {
            (Tag::Emphasis, Some(_)) => self.restyle(SpanStyle::Emphasis)?,
            (Tag::Strong, Some(_)) => self.restyle(SpanStyle::Strong)?,
            (Tag::Heading { level, .. }, None) => self.begin(place, Open::Heading(level as u8)),
            (Tag::Paragraph, None) => self.begin(place, Open::Paragraph),
            (Tag::CodeBlock(_), None) => self.begin(place, Open::Code(String::new())),
            (Tag::List(first), None) => {
                self.begin(place, Open::List { ordered: first.is_some(), items: Vec::new(), in_item: false });
            }
            (Tag::Item, Some((_, Open::List { in_item, .. }))) => *in_item = true,
            // An item with an empty line around it is a paragraph; a second one is not.
            (Tag::Paragraph, Some((_, Open::List { .. }))) if self.spans.is_empty() => {}
            (Tag::Link { .. } | Tag::Image { .. }, _) => return Err("a link or a picture"),
            (Tag::BlockQuote(_), _) => return Err("a quotation"),
            (Tag::HtmlBlock, _) => return Err("HTML"),
            (Tag::List(_), Some(_)) => return Err("a list within a list"),
            (_, Some((_, Open::List { .. }))) => return Err("more than one paragraph in an item of a list"),
            _ => return Err("this"),
        }
        Ok(())
    }

    fn begin(&mut self, place: usize, open: Open) {
        self.open = Some((self.lines.at(place), open));
    }

    fn restyle(&mut self, style: SpanStyle) -> Result<(), &'static str> {
        if self.style.replace(style).is_some() { Err("emphasis within emphasis") } else { Ok(()) }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong => self.style = None,
            TagEnd::Item => {
                let spans = self.taken();
                if let Some((_, Open::List { items, in_item, .. })) = &mut self.open {
                    items.push(spans);
                    *in_item = false;
                }
            }
            TagEnd::Paragraph if matches!(self.open, Some((_, Open::List { in_item: true, .. }))) => {}
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::List(_) => self.close(),
            _ => {}
        }
    }

    fn close(&mut self) {
        let spans = self.taken();
        let Some((line, open)) = self.open.take() else { return };
        let part = match open {
            Open::Heading(level) => Part::Heading(level, spans.into_iter().map(|span| span.text).collect()),
            Open::Paragraph => Part::Block(Block::Paragraph(spans)),
            Open::Code(code) => Part::Block(Block::Code(code.trim_end().to_owned())),
            Open::List { ordered, items, .. } => Part::Block(Block::List { ordered, items }),
        };
        self.parts.push((line, part));
    }

    fn taken(&mut self) -> Vec<Span> {
        self.broken = false;
        std::mem::take(&mut self.spans)
    }

    /// Adds letters to the open block, behind a space for the end of a line, but not beside Chinese letters.
    fn push(&mut self, text: &str, style: SpanStyle) {
        let last = self.spans.last().and_then(|span| span.text.chars().last());
        let is_wide = |c: Option<char>| c.is_some_and(|c| c >= FIRST_WIDE);
        let needs_space = std::mem::take(&mut self.broken) && !(is_wide(last) || is_wide(text.chars().next()));
        match self.spans.last_mut() {
            Some(span) if span.style == style => {
                span.text.extend(needs_space.then_some(' '));
                span.text += text;
            }
            Some(Span { text: last, style: SpanStyle::Plain }) if needs_space => {
                last.push(' ');
                self.spans.push(Span { text: text.to_owned(), style });
            }
            _ => {
                let space = if needs_space { " " } else { "" };
                self.spans.push(Span { text: format!("{space}{text}"), style });
            }
        }
    }
}

/// Lowest character that is Chinese, or a mark that stands beside Chinese letters.
const FIRST_WIDE: char = '\u{2e80}';

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str, style: SpanStyle) -> Span {
        Span { text: text.to_owned(), style }
    }

    #[test]
    fn a_text_is_read_into_blocks_with_their_lines() {
        let text =
            "# Title\n\nOne *two*\n**three** `4`.\n\n- a\n- b `c`\n\n```\nx = 1\ny = 2\n```\n\n1. first\n\n2. second\n";
        let plain = |text: &str| vec![span(text, SpanStyle::Plain)];
        let spans = vec![
            span("One ", SpanStyle::Plain),
            span("two", SpanStyle::Emphasis),
            span(" three", SpanStyle::Strong),
            span(" ", SpanStyle::Plain),
            span("4", SpanStyle::Code),
            span(".", SpanStyle::Plain),
        ];
        let read = parts(text).expect("all of it is known");
        assert_eq!(read[0], (1, Part::Heading(1, "Title".to_owned())));
        assert_eq!(read[1], (3, Part::Block(Block::Paragraph(spans))));
        let items = vec![plain("a"), vec![span("b ", SpanStyle::Plain), span("c", SpanStyle::Code)]];
        assert_eq!(read[2], (6, Part::Block(Block::List { ordered: false, items })));
        assert_eq!(read[3], (9, Part::Block(Block::Code("x = 1\ny = 2".to_owned()))));
        assert_eq!(read[4].1, Part::Block(Block::List { ordered: true, items: vec![plain("first"), plain("second")] }));
    }

    #[test]
    fn each_byte_is_looked_at_once_for_the_lines_of_all_blocks() {
        let block = "## a page\n\nText of *some* length.\n\n- an\n- item\n\n```\ncode\n```\n\n";
        for n in [100, 200, 400] {
            let text = block.repeat(n);
            let reader = read(&text).map_err(|(line, _)| line).expect("all of it is known");
            assert_eq!(reader.parts.len(), 4 * n);
            assert_eq!(reader.parts[4 * n - 1].0, 11 * (n - 1) + 8);
            assert!(reader.lines.n_counted <= text.len(), "{} of {}", reader.lines.n_counted, text.len());
        }
    }

    #[test]
    fn a_line_that_begins_more_lists_and_quotations_than_can_be_followed_is_refused() {
        for mark in ["> ", ">", "- ", "12. ", "3) ", "* ", "+ ", "- > ", ">- ", " ", "\t"] {
            let deep = |n: usize| format!("a\n\n{}b\n", mark.repeat(n / mark.len()));
            let (line, problem) = parts(&deep(LONGEST_LEAD + 12)).expect_err(mark);
            let is_told = problem.to_string().starts_with("a line that is indented so far");
            assert!(line == 3 && is_told, "{mark:?}: {problem}");
            let so_far = parts(&deep(LONGEST_LEAD - 12)).err().map(|(_, problem)| problem.to_string());
            assert!(!so_far.unwrap_or_default().contains("set in"), "{mark:?}");
        }
        let fine = ["-".repeat(300), format!("a {}", "- ".repeat(300)), " ".repeat(300), "9".repeat(300)];
        assert!(fine.iter().all(|line| lead(line) <= 2), "these begin nothing within anything");
    }

    #[test]
    fn lines_join_with_a_space_but_for_chinese_ones() {
        for (text, joined) in [("a\nb", "a b"), ("视口\n矩阵", "视口矩阵"), ("视口\nNDC", "视口NDC")] {
            let expected = Block::Paragraph(vec![span(joined, SpanStyle::Plain)]);
            assert_eq!(parts(text), Ok(vec![(1, Part::Block(expected))]));
        }
    }

    #[test]
    fn what_lessons_do_not_have_is_named_with_its_line() {
        for (text, line) in [
            ("a\n\n> quoted", 3),
            ("[a](b)", 1),
            ("a\n\n![a](b)", 3),
            ("a\n\n---\n", 3),
            ("<b>a</b>", 1),
            ("<div>\n", 1),
            ("a  \nb", 1),
            ("***a***", 1),
            ("*a `b`*", 1),
            ("- a\n  - b", 2),
            ("- a\n\n  b", 3),
        ] {
            let (found, problem) = parts(text).expect_err(text);
            assert!(matches!(problem, LessonProblem::Markdown(_)), "{problem}");
            assert_eq!(found, line, "{text:?}: {problem}");
        }
    }
}
