//! The window's texts: in both languages, each of them used, and every letter in a font of the program's.

use crate::layers::{code_of, rust_files, source_files};
use crate::*;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse_runtime;
use pickray::pick::explain::{Mistake, Step};
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeMap;

/// The names of a message's arguments: those that are shown, and those that choose among variants.
#[derive(Default)]
struct Arguments {
    shown: BTreeSet<String>,
    choosing: BTreeSet<String>,
}

impl Arguments {
    fn all(&self) -> BTreeSet<String> {
        self.shown.union(&self.choosing).cloned().collect()
    }
}

type Ids = BTreeMap<String, Arguments>;

const LANGUAGES: [&str; 2] = ["en", "zh-CN"];

/// Files of what the library says, where its English stands; the window's own tests hold the two to each other.
const OF_LIBRARY: [&str; 3] = ["library.ftl", "problems.ftl", "why-not.ftl"];

/// Where the texts of a language are.
fn folder(language: &str) -> PathBuf {
    root().join("assets/locales").join(language)
}

/// The names of a folder's files that end so, in their order, with their texts.
fn files(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        name.ends_with(ending).then(|| (name, std::fs::read_to_string(&path).expect("a text")))
    };
    let mut files: Vec<_> = files.filter_map(read).collect();
    files.sort();
    files
}

struct Message {
    file: String,
    id: String,
    /// The words of all its variants.
    words: Vec<String>,
    arguments: Arguments,
}

/// The messages of a language.
fn messages(language: &str) -> Vec<Message> {
    let mut messages = Vec::new();
    for (file, text) in files(&folder(language), ".ftl") {
        let resource = parse_runtime(&*text).unwrap_or_else(|(_, errors)| panic!("{language}/{file}: {errors:?}"));
        for entry in &resource.body {
            if let Entry::Message(message) = entry {
                let (mut words, mut arguments) = (Vec::new(), Arguments::default());
                look_through(message.value.as_ref().expect("a message has a value"), &mut words, &mut arguments);
                messages.push(Message { file: file.clone(), id: message.id.name.to_owned(), words, arguments });
            }
        }
    }
    messages
}

/// The words of a pattern, of all its variants, and the names of its arguments.
fn look_through(pattern: &Pattern<&str>, words: &mut Vec<String>, arguments: &mut Arguments) {
    fn inline(expression: &InlineExpression<&str>, words: &mut Vec<String>, arguments: &mut Arguments) {
        match expression {
            InlineExpression::VariableReference { id } => _ = arguments.shown.insert(id.name.to_owned()),
            InlineExpression::StringLiteral { value } => words.push((*value).to_owned()),
            InlineExpression::Placeable { expression } => any(expression, words, arguments),
            InlineExpression::NumberLiteral { .. } => {}
            other => panic!("{other:?} is not used in our messages"),
        }
    }
    fn any(expression: &Expression<&str>, words: &mut Vec<String>, arguments: &mut Arguments) {
        match expression {
            Expression::Inline(expression) => inline(expression, words, arguments),
            Expression::Select { selector, variants } => {
                let InlineExpression::VariableReference { id } = selector else { panic!("{selector:?} chooses") };
                arguments.choosing.insert(id.name.to_owned());
                variants.iter().for_each(|variant| look_through(&variant.value, words, arguments));
            }
        }
    }
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => words.push((*value).to_owned()),
            PatternElement::Placeable { expression } => any(expression, words, arguments),
        }
    }
}

/// The ids of a language, but for those of what the library says.
fn ids_of(language: &str) -> Ids {
    let mut ids = Ids::new();
    for Message { file, id, arguments, .. } in messages(language) {
        let is_of_library = OF_LIBRARY.contains(&&*file);
        assert!(is_of_library || ids.insert(id.clone(), arguments).is_none(), "{language}/{file}: {id} is there twice");
    }
    ids
}

/// The names of a call's arguments: of `, count = n, name = f(a, b))`, `count` and `name`.
fn argument_names(call: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut depth, mut begin, mut in_string) = (0, 0, false);
    for (at, letter) in call.char_indices() {
        match letter {
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' | '{' => depth += 1,
            ',' | ')' | ']' | '}' if depth == 0 => {
                names.extend(call[begin..at].split_once(" = ").map(|(name, _)| name.trim().to_owned()));
                if letter != ',' {
                    return names;
                }
                begin = at + 1;
            }
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    panic!("a call has no end: {}", &call[..call.len().min(80)]);
}

/// The texts that the code asks for: file, id and arguments.
fn used() -> Vec<(String, String, BTreeSet<String>)> {
    let mut used: Vec<_> = implied().map(|(file, id)| (file.to_owned(), id, BTreeSet::new())).collect();
    for path in rust_files(&root().join("src/app")) {
        let code = code_of(&path);
        for before in ["t!(", "Text("] {
            for (at, _) in code.match_indices(before) {
                let rest = code[at + before.len()..].trim_start();
                let Some((id, rest)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else { continue };
                // `assert!(` and the like end as the macro does.
                if code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
                    continue;
                }
                let arguments = if before == "t!(" { argument_names(rest) } else { BTreeSet::new() };
                used.push((path.display().to_string(), id.to_owned(), arguments));
            }
        }
    }
    used
}

/// The texts whose ids follow from the name of a mistake, of a step of the ladder or of a row of a record, each with
/// the file that asks for it.
fn implied() -> impl Iterator<Item = (&'static str, String)> {
    let of_mistake = |mistake: Mistake| {
        let name = mistake.name().replace('_', "-");
        ["", "-right-formula", "-wrong-formula", "-shows"].map(|part| format!("mistake-{name}{part}"))
    };
    let of_step =
        |step| ["", "-about", "-known-as", "-formula"].map(|part| format!("ladder-{step:?}{part}").to_lowercase());
    let of_label = |label| ["", "-about"].map(|part| format!("record-{label}{part}"));
    // The formula of the one has arguments, and that of the other no words.
    let is_literal = |id: &String| ["ladder-window-formula", "ladder-triangle-formula"].contains(&id.as_str());
    let mistakes = Mistake::ALL.into_iter().flat_map(of_mistake).map(|id| ("picking/mistakes.rs", id));
    let steps = Step::ALL.into_iter().flat_map(of_step).filter(move |id| !is_literal(id));
    let records = LABELS.split_whitespace().flat_map(of_label).map(|id| ("of_record.rs", id));
    let headings = ["barycentric", "corners", "ray", "cost"].map(|title| format!("record-heading-{title}"));
    let records = records.chain(headings.map(|id| ("of_record.rs", id)));
    mistakes.chain(records).chain(steps.map(|id| ("ladder/details.rs", id)))
}

/// The labels of a pick's record, as the ids of their texts have them.
const LABELS: &str = "\
    file no-hit hit point point-in-the-file normal area side object triangle line text record bytes face \
    object-in-the-file group material material-colour colour t from-the-eye from-near angle-to-the-ray window-x-y \
    depth tested took barycentric-u-v-w place shared-with corner-a corner-b corner-c edge-lengths \
    texel shading-normal texture-u-v second-u-v vertices nearest-vertex";

#[test]
fn both_languages_say_the_same_with_the_same_arguments() {
    let [english, chinese] = LANGUAGES.map(ids_of);
    for (id, arguments) in &english {
        let in_chinese = chinese.get(id).unwrap_or_else(|| panic!("{id} is missing in zh-CN"));
        assert_eq!(in_chinese.shown, arguments.shown, "{id} in zh-CN");
        assert!(in_chinese.choosing.is_subset(&arguments.all()), "{id} in zh-CN");
    }
    for id in chinese.keys() {
        assert!(english.contains_key(id), "{id} is missing in en");
    }
    let [english, chinese] = LANGUAGES.map(|of| files(&folder(of), "").into_iter().map(|(name, _)| name));
    let chinese = chinese.filter(|name| !OF_LIBRARY.contains(&&**name));
    assert!(english.eq(chinese), "both languages have the same files");
}

#[test]
fn every_text_that_the_code_asks_for_is_there_and_every_text_is_asked_for() {
    let texts = ids_of("en");
    let used = used();
    assert!(!used.is_empty(), "nothing is asked for: the check reads nothing");
    for (file, id, arguments) in &used {
        let text = texts.get(id).unwrap_or_else(|| panic!("{id}, asked for in {file}, is not there"));
        assert_eq!(*arguments, text.all(), "{id}, asked for in {file}");
    }
    for id in texts.keys() {
        assert!(used.iter().any(|(_, used, _)| used == id), "nobody asks for {id}");
    }
}

#[test]
fn every_letter_of_every_text_is_in_a_font_of_the_program() {
    let fonts = ["Inter-Regular.otf", "JetBrainsMono-Regular.ttf", "NotoSansSC-Regular.otf"]
        .map(|name| std::fs::read(root().join("assets/fonts").join(name)).expect("a font"));
    let maps: Vec<_> = fonts.iter().map(|bytes| FontRef::new(bytes).expect("a font").charmap()).collect();
    for Message { file, id, words, .. } in LANGUAGES.into_iter().flat_map(messages) {
        for letter in words.concat().chars().filter(|letter| !letter.is_control()) {
            assert!(maps.iter().any(|map| map.map(letter).is_some()), "{file}: {letter} of {id}");
        }
    }
}

/// Han letters, which stand without spaces between them.
pub fn is_han(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

#[test]
fn chinese_has_full_width_punctuation_and_a_space_beside_latin_words_and_numbers() {
    // Formulas are written as they are everywhere.
    for Message { file, id, words, .. } in messages("zh-CN").into_iter().filter(|it| !it.id.ends_with("-formula")) {
        for words in &words {
            for (a, b) in words.chars().zip(words.chars().skip(1)) {
                let is_latin = |letter: char| letter.is_ascii_alphanumeric();
                let is_half_width = |letter: char| ",;:?!()".contains(letter);
                let is_full_width = |letter: char| "，。；：？！（）、".contains(letter);
                let touches = |is: &dyn Fn(char) -> bool| (is_han(a) && is(b)) || (is(a) && is_han(b));
                assert!(!touches(&is_latin), "{file}: {id} has no space between {a} and {b}: {words}");
                assert!(!touches(&is_half_width), "{file}: {id} has {a}{b}: {words}");
                let is_apart = is_full_width(a) && b == ' ' || a == ' ' && is_full_width(b);
                assert!(!is_apart, "{file}: {id} has {a}{b}: {words}");
            }
        }
    }
}

/// Documents for learners, with their languages: they name what is in the window as lessons do.
const GUIDES: [(&str, &str); 3] =
    [("en", "docs/learning.md"), ("zh-CN", "docs/learning.zh-CN.md"), ("zh-CN", "README.zh-CN.md")];

/// The documents for learners in a language: path and text.
fn guides(language: &str) -> impl Iterator<Item = (String, String)> {
    let paths = GUIDES.iter().filter(move |(of, _)| *of == language).map(|(_, path)| *path);
    paths.map(|path| (path.to_owned(), std::fs::read_to_string(root().join(path)).expect("a document")))
}

/// Variants of terms and the texts that may have them: of the ball, of wheels, and of what is no term.
const VARIANTS_ALLOWED: [(&str, &str); 3] = [
    ("碰到", "sphere-touches-nothing sphere-no-candidates sphere-touched sphere-touched-at-border sphere-after-end"),
    ("转动", "area-brush-about area-radius-about"),
    ("中间", "ladder-between docs/learning.zh-CN.md"),
];

#[test]
fn chinese_has_one_word_for_a_term() {
    let mut texts: Vec<_> = messages("zh-CN").into_iter().map(|it| (it.id, it.words.concat())).collect();
    for (folder, ending) in [("assets/lessons", ".zh-CN.md"), ("assets/linux", "")] {
        texts.extend(files(&root().join(folder), ending));
    }
    texts.extend(guides("zh-CN"));
    let document = std::fs::read_to_string(root().join("docs/translating.md")).expect("the table");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|')).skip(1);
    let (mut n_terms, mut n_variants) = (0, 0);
    for row in rows {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, terms, variants] = columns[..] else { panic!("{row} has not three columns") };
        for term in terms.split(['，', '（', '）']).filter(|term| !term.is_empty()) {
            assert!(texts.iter().any(|(_, text)| text.contains(term)), "{term} occurs nowhere");
            n_terms += 1;
        }
        for variant in variants.split('，').filter(|variant| !variant.is_empty()) {
            let allowed = VARIANTS_ALLOWED.iter().filter(|(allowed, _)| *allowed == variant);
            let allowed: Vec<_> = allowed.flat_map(|(_, places)| places.split(' ')).collect();
            let with_it = texts.iter().filter(|(_, text)| text.contains(variant)).map(|(place, _)| place.as_str());
            let (excepted, others): (Vec<_>, Vec<_>) = with_it.partition(|place| allowed.contains(place));
            assert!(others.is_empty(), "{variant}, where {terms} is the term, in {others:?}");
            assert_eq!(excepted.len(), allowed.len(), "{variant} is no longer in all of {allowed:?}");
            n_variants += 1;
        }
    }
    assert!(n_terms > 40 && n_variants > 20, "{n_terms} terms, {n_variants} variants");
}

/// Beginnings of literals that are no words for people: names by which egui knows things, formulas, reasons of lints,
/// what the terminal is told.
const NO_TEXTS: [&str; 10] = [
    "<iframe src=",
    "E₁ = b",
    "u = T·(D",
    "{} = {}{half_number}",
    "pickray: ",
    "XDG_",
    "{} cannot be loaded (Debian",
    "a library's initialisers",
    "map of verdicts",
    "not a number",
];

/// Whether a literal reads as words for people: two words, or one that begins as a sentence does.
fn reads_as_words(literal: &str) -> bool {
    let mut words = literal.split(' ').filter(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1);
    let (first, second) = (words.next(), words.next());
    let is_title = |word: &str| word.starts_with(char::is_uppercase) && word.chars().skip(1).all(char::is_lowercase);
    second.is_some() || first.is_some_and(is_title)
}

/// The literals of a line of code that stand in no call which is none of a text.
fn literals(line: &str) -> Vec<&str> {
    const CALLS: [&str; 9] =
        ["t!(", "Text(", "expect(", "unique(", "id_salt(", "debug_struct(", "Grid::new(", "field(", "begin("];
    let parts: Vec<&str> = line.split('"').collect();
    let pairs = parts.chunks(2).filter(|pair| pair.len() == 2);
    pairs.filter(|pair| !CALLS.iter().any(|call| pair[0].ends_with(call))).map(|pair| pair[1]).collect()
}

#[test]
fn no_words_for_people_stand_in_the_code_of_tools_and_panels() {
    let app = root().join("src/app");
    let mut looked_at = 0;
    for folder in ["panels", "tools", "desk", "shell"] {
        let is_test = |path: &Path| path.ends_with("tests.rs") || path.parent().is_some_and(|it| it.ends_with("tests"));
        for path in rust_files(&app.join(folder)).into_iter().filter(|path| !is_test(path)) {
            let code = code_of(&path);
            let code = code.split("#[cfg(test)]").next().unwrap_or_default();
            for literal in code.lines().flat_map(literals) {
                looked_at += 1;
                let is_excepted = NO_TEXTS.iter().any(|words| literal.starts_with(words));
                assert!(is_excepted || !reads_as_words(literal), "{literal:?} in {} is in no text", path.display());
            }
        }
    }
    assert!(looked_at > 100, "only {looked_at} literals were found");
}

/// Words between two marks in a text.
fn named_in<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    let (mut named, mut rest) = (Vec::new(), text);
    while let Some((name, after)) = rest.split_once(open).and_then(|(_, after)| after.split_once(close)) {
        named.push(name);
        rest = after;
    }
    named
}

#[test]
fn what_lessons_and_guides_name_of_the_window_is_called_so_in_the_window() {
    // Bold in English, quoted in Chinese; what else is so: keys, a term, and what somebody says.
    const OTHERS: &str = "|E|Esc|I|M|N|O|P|R|Tab|X|viewport|再点一次|在窗口中心是好的。|\
                          射线从相机出发，射向远点。|是另一个三角形|";
    let mut n_named = 0;
    for (language, open, close) in [("en", "**", "**"), ("zh-CN", "“", "”")] {
        let messages = messages(language);
        // A symptom is quoted in the window, too.
        let texts = messages.iter().map(|it| it.words.concat().trim_matches(['“', '”']).to_owned());
        let texts: BTreeSet<_> = texts.collect();
        let when_shown = messages.iter().filter(|it| it.id.starts_with("mistake-") && it.id.ends_with("-shows"));
        let when_shown = when_shown.map(|it| (it.id.clone(), it.words.concat()));
        let lessons = files(&root().join("assets/lessons"), &format!(".{language}.md"));
        for (file, text) in lessons.into_iter().chain(guides(language)).chain(when_shown) {
            for name in named_in(&text, open, close) {
                let is_there = name.split(": ").all(|part| texts.contains(part));
                let is_other = OTHERS.contains(&format!("|{name}|"));
                assert!(is_there || is_other, "{file}: nothing in the window is called {name}");
                n_named += usize::from(is_there);
            }
        }
    }
    assert!(n_named > 40, "{n_named}");
}

#[test]
fn every_stage_of_a_progress_is_said_in_the_language_of_the_window() {
    let table = std::fs::read_to_string(root().join("src/app/texts/of_library.rs")).expect("text");
    let mut n_stages = 0;
    for path in source_files() {
        let text = std::fs::read_to_string(&path).expect("source text");
        // Tests have stages of their own.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for stage in text.split("progress.begin(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(table.contains(&format!("\n    \"{stage}\",")), "{}: {stage}", path.display());
            n_stages += 1;
        }
    }
    assert!(n_stages > 10, "{n_stages}");
}
