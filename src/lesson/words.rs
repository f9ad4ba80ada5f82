//! Words of a lesson in one language: a heading of level 1 for the lesson, 2 for each page, 3 for each part of one.

use super::error::PartError;
use super::markdown::{self, Block, Part, Span, SpanStyle};
use super::{LessonProblem, Page, PredictionKind};
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonWords {
    pub title: String,
    pub summary: Vec<Block>,
    pub pages: Vec<PageWords>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageWords {
    pub text: Vec<Block>,
    /// Words of the page's prediction; `None` if it asks for none.
    pub prediction: Option<PredictionWords>,
    /// Goal in words; empty if the page has no goal.
    pub goal: Vec<Span>,
    /// Hints, from the faintest to the plainest.
    pub hints: Vec<Vec<Span>>,
}

impl PageWords {
    /// Returns the spans of the page that stand out, from its text to its hints, such as the names of keys.
    pub fn strong(&self) -> impl Iterator<Item = &str> {
        let told = self.prediction.iter().flat_map(|prediction| &prediction.reveal);
        let blocks = self.text.iter().chain(told).flat_map(Block::spans);
        let spans = blocks.chain(&self.goal).chain(self.hints.iter().flatten());
        spans.filter(|span| span.style == SpanStyle::Strong).map(|span| span.text.as_str())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredictionWords {
    pub question: Vec<Block>,
    /// Options of a choice, in the order of the lesson; empty for other predictions.
    pub options: Vec<Vec<Span>>,
    /// Text that is shown after the reader has answered.
    pub reveal: Vec<Block>,
}

struct Section {
    line: usize,
    heading: String,
    blocks: Vec<(usize, Block)>,
    /// Sections below this one, with headings of the next level.
    parts: Vec<Self>,
}

impl LessonWords {
    /// Parses the words of a lesson with these pages. Fails if a part of a page is missing or does not belong there.
    pub(super) fn parse(text: &str, pages: &[Page]) -> Result<Self, PartError> {
        let parts = markdown::parts(text).map_err(|(line, problem)| (line, String::new(), problem))?;
        let top = outline(parts)?;
        let mut sections: HashMap<&str, Vec<&Section>> =
            pages.iter().map(|page| (page.id.as_str(), Vec::new())).collect();
        for section in &top.parts {
            match sections.get_mut(section.heading.as_str()) {
                Some(of_page) => of_page.push(section),
                None => {
                    return Err((section.line, format!("page {}", section.heading), LessonProblem::UnknownPage));
                }
            }
        }
        let read_page = |page: &Page| match sections[page.id.as_str()][..] {
            [] => Err((top.line, place(page), LessonProblem::PageWithoutWords)),
            [section] => PageWords::parse(section, page),
            [_, second, ..] => Err((second.line, place(page), LessonProblem::SamePage)),
        };
        Ok(Self {
            pages: pages.iter().map(read_page).collect::<Result<_, _>>()?,
            summary: top.blocks.into_iter().map(|(_, block)| block).collect(),
            title: top.heading,
        })
    }
}

fn outline(parts: Vec<(usize, Part)>) -> Result<Section, PartError> {
    let misplaced = |line, what: &str| (line, String::new(), LessonProblem::Misplaced(what.to_owned()));
    let mut parts = parts.into_iter();
    let mut top = match parts.next() {
        Some((line, Part::Heading(1, heading))) => Section { line, heading, blocks: Vec::new(), parts: Vec::new() },
        other => return Err((other.map_or(1, |(line, _)| line), String::new(), LessonProblem::MissingPart("# Title"))),
    };
    for (line, part) in parts {
        let new = |heading| Section { line, heading, blocks: Vec::new(), parts: Vec::new() };
        match part {
            Part::Heading(2, heading) => top.parts.push(new(heading)),
            Part::Heading(3, heading) => match top.parts.last_mut() {
                Some(page) => page.parts.push(new(heading)),
                None => return Err(misplaced(line, "a ### heading before the first ## page")),
            },
            Part::Heading(..) => return Err(misplaced(line, "a heading other than ## PAGE and ### PART")),
            Part::Block(block) => {
                let section = match top.parts.last_mut() {
                    Some(page) => match page.parts.len().checked_sub(1) {
                        Some(last) => &mut page.parts[last],
                        None => page,
                    },
                    None => &mut top,
                };
                section.blocks.push((line, block));
            }
        }
    }
    Ok(top)
}

fn place(page: &Page) -> String {
    format!("page {}", page.id)
}

impl PageWords {
    fn parse(section: &Section, page: &Page) -> Result<Self, PartError> {
        let mut words = Self { text: blocks(section), ..Self::default() };
        let of_prediction = page.prediction.is_some();
        for (index, part) in section.parts.iter().enumerate() {
            let known = match part.heading.as_str() {
                "predict" | "reveal" => of_prediction,
                "goal" | "hints" => !page.goal.conditions.is_empty(),
                _ => false,
            };
            let twice = section.parts[..index].iter().any(|other| other.heading == part.heading);
            if !known || twice {
                let problem = LessonProblem::Misplaced(format!("### {}", part.heading));
                return Err((part.line, place(page), problem));
            }
        }

        let find = |name: &'static str| section.parts.iter().find(|part| part.heading == name);
        let needed = |name: &'static str, heading: &'static str| {
            find(name).ok_or_else(|| (section.line, place(page), LessonProblem::MissingPart(heading)))
        };
        if let Some(prediction) = &page.prediction {
            let options = match &prediction.kind {
                PredictionKind::Choice { options, .. } => options.len(),
                PredictionKind::Number(_) | PredictionKind::Click(_) => 0,
            };
            let (question, options) = question(needed("predict", "### predict")?, page, options)?;
            let reveal = blocks(needed("reveal", "### reveal")?);
            words.prediction = Some(PredictionWords { question, options, reveal });
        }
        if !page.goal.conditions.is_empty() {
            words.goal = sentence(needed("goal", "### goal")?, page)?;
        }
        words.hints = match find("hints") {
            Some(part) => {
                let only = if let [(_, block)] = &part.blocks[..] { Some(block) } else { None };
                items(only, part, page, "hints", page.hints)?
            }
            None if page.hints == 0 => Vec::new(),
            None => return Err((section.line, place(page), LessonProblem::MissingPart("### hints"))),
        };
        Ok(words)
    }
}

fn blocks(section: &Section) -> Vec<Block> {
    section.blocks.iter().map(|(_, block)| block.clone()).collect()
}

/// Returns a question, and the list of options at its end; `options` is the number that it has to have.
fn question(part: &Section, page: &Page, options: usize) -> Result<(Vec<Block>, Vec<Vec<Span>>), PartError> {
    let mut blocks = blocks(part);
    if options == 0 {
        return Ok((blocks, Vec::new()));
    }
    let items = items(blocks.pop().as_ref(), part, page, "options", options)?;
    Ok((blocks, items))
}

fn sentence(part: &Section, page: &Page) -> Result<Vec<Span>, PartError> {
    match part.blocks.as_slice() {
        [(_, Block::Paragraph(spans))] => Ok(spans.clone()),
        _ => {
            let problem = LessonProblem::MissingPart("one paragraph, and nothing else,");
            Err((part.line, format!("{}, {}", place(page), part.heading), problem))
        }
    }
}

/// Returns the items of a block that has to be a list of `needed` items.
fn items(
    block: Option<&Block>,
    part: &Section,
    page: &Page,
    what: &'static str,
    needed: usize,
) -> Result<Vec<Vec<Span>>, PartError> {
    let items = if let Some(Block::List { items, .. }) = block { Some(items) } else { None };
    items.filter(|items| items.len() == needed).cloned().ok_or_else(|| {
        let problem = LessonProblem::Count { what, given: items.map_or(0, Vec::len), needed };
        (part.line, format!("{}, {}", place(page), part.heading), problem)
    })
}
