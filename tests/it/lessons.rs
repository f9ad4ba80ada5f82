//! Lessons: what is written is read, run and told apart from what is wrong.

use crate::*;
use pickray_app::language::Language;
use pickray_app::lesson::{
    Block, Evidence, FIELDS, Field, Lesson, LessonError, LessonText, PageCheck, PredictionKind, Truth, parse,
    parse_folder,
};

fn check(lesson: &Lesson) -> Vec<PageCheck> {
    pickray_app::lesson::check(std::slice::from_ref(lesson), &|error| error.to_string()).remove(0)
}

/// A lesson of two pages.
const JSON: &str = r#"{
  "version": 1,
  "languages": ["en"],
  "pages": [
    {
      "id": "one",
      "situation": { "sample": "cube", "size": [640, 480], "set": [{ "pick": [320, 240] }] },
      "predict": { "choice": ["front", "back"], "answer": "back", "reveal": [{ "culling": "back" }] },
      "goal": [
        { "field": "hit", "is": true },
        { "field": "ndc.x", "at_least": 0.1 }
      ],
      "hints": 1,
      "solution": [{ "pick": [380, 240] }]
    },
    {
      "id": "two",
      "predict": { "number": "ndc.x" }
    }
  ]
}
"#;

const WORDS: &str = "# Title

Summary.

## one

Text.

### predict

Question?

- front
- back

### reveal

Told.

### goal

Goal.

### hints

- hint

## two

### predict

Question?

### reveal

Told.
";

fn read(json: &str, words: &str) -> Result<Lesson, LessonError> {
    let path = PathBuf::from("a.lesson.json");
    parse(&LessonText { path, json: json.into(), words: vec![(Language::English, words.into())] }, &Default::default())
}

#[test]
fn a_lesson_is_read_with_all_that_it_says() {
    let lesson = read(JSON, WORDS).expect("it is right");
    assert_eq!((lesson.name.as_str(), lesson.pages.len()), ("a", 2));
    let [one, two] = lesson.pages.as_slice() else { panic!("two pages") };
    assert_eq!((one.id.as_str(), one.hints, one.solution.len()), ("one", 1, 1));
    let told: Vec<_> = one.goal.conditions.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["hit is true", "ndc.x is at least 0.1"]);
    let prediction = one.prediction.as_ref().expect("a prediction");
    assert!(matches!(&prediction.kind, PredictionKind::Choice { options, answer: 1 } if options.len() == 2));
    assert!(two.situation.is_none() && two.goal.conditions.is_empty());
    let words = lesson.words(Language::Chinese);
    assert_eq!(words.title, "Title", "English stands in for a language that is not there");
    assert!(matches!(words.pages[0].text.as_slice(), [Block::Paragraph(_)]));
    assert_eq!(words.pages[0].prediction.as_ref().map(|prediction| prediction.options.len()), Some(2));
    let problems: Vec<_> = check(&lesson).into_iter().flat_map(|page| page.problems).collect();
    assert_eq!(problems, [""; 0]);
}

#[test]
fn lessons_of_a_folder_elsewhere_are_read_and_each_that_is_wrong_is_told() {
    let french = b"# Le\xe7on".to_vec();
    let files = [
        ("a.lesson.json", JSON.into()),
        ("a.en.md", WORDS.into()),
        ("b.lesson.json", JSON.into()),
        ("c.lesson.json", JSON.into()),
        ("c.en.md", french),
        ("cow.obj", Vec::new()),
    ];
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes)).into();
    let read = parse_folder(Path::new("course"), &files);
    let told = read.iter().map(|read| read.as_ref().map(|lesson| lesson.folder.clone()).map_err(ToString::to_string));
    let wrong = |text: &str| Err(text.to_owned());
    let missing = "course/b.en.md: the words in this language are missing; write them, or list the languages that \
                   you have in \"languages\"";
    let no_text = "course/c.en.md: is not UTF-8 text; save it as UTF-8";
    assert_eq!(told.collect::<Vec<_>>(), [Ok(Some("course".into())), wrong(missing), wrong(no_text)]);
}

/// Returns what is wrong once this text of the lesson, or of its words, is another: the line and all that is told.
fn refused(from: &str, to: &str) -> (Option<usize>, String) {
    let times = JSON.matches(from).count() + WORDS.matches(from).count();
    assert_ne!(times, 0, "{from:?} stands nowhere");
    let change = |text: &str| text.replacen(from, to, 1);
    let error = if JSON.contains(from) { read(&change(JSON), WORDS) } else { read(JSON, &change(WORDS)) };
    let error = error.expect_err(to);
    let told = error.to_string();
    assert_eq!(told.lines().count(), 1, "{told}");
    (error.line, told)
}

#[test]
fn what_is_wrong_with_a_lesson_is_told_with_its_line_and_page() {
    for (from, to, line, told) in [
        ("\"version\": 1", "\"version\": 7", 2, "is of version 7"),
        ("\"version\": 1,", "\"version\": 1, \"author\": \"me\",", 2, "unknown field `author`"),
        ("\"hints\": 1", "\"hint\": 1", 13, "page 1: unknown field `hint`"),
        ("\"id\": \"one\"", "\"id\": \"One!\"", 6, "page One!: an id has"),
        ("\"id\": \"two\"", "\"id\": \"one\"", 17, "page one: another page"),
        ("[\"en\"]", "[\"fr\"]", 3, "languages: unknown variant `fr`"),
        ("[\"en\"]", "[]", 3, "languages: there must be at least one language"),
        ("\"ndc.x\", \"at", "\"ndc.z\", \"at", 11, "page one, goal 2: there is no field \"ndc.z\""),
        ("\"ndc.x\" }", "\"ndc.z\" }", 18, "page two, predict: there is no field \"ndc.z\""),
        ("\"number\": \"ndc.x\"", "\"number\": \"hit.side\"", 18, "page two, predict: hit.side is not a number"),
        ("\"number\": \"ndc.x\"", "\"click\": \"ndc.x\"", 18, "page two, predict: ndc.x is not a place"),
        ("\"number\": \"ndc.x\"", "\"number\": \"ndc.x\", \"click\": \"hit.place\"", 18, "one of choice with answer"),
        ("\"is\": true", "\"is\": 3", 10, "page one, goal 1: hit cannot be that; it is one of: true, false"),
        ("\"is\": true", "\"at_least\": 3", 10, "page one, goal 1: hit is not a number"),
        ("\"is\": true", "\"is\": true, \"is_not\": false", 10, "page one, goal 1: one test is needed"),
        ("\"at_least\": 0.1", "\"near\": 0.1", 11, "page one, goal 2: one test is needed"),
        ("\"at_least\": 0.1", "\"at_least\": [1]", 11, "page one, goal 2: a number, true, false or a text"),
        ("\"answer\": \"back\"", "\"answer\": \"left\"", 8, "page one, predict: the answer \"left\" is none"),
        ("\"cube\"", "\"cow\"", 7, "page one, situation: there is no sample \"cow\""),
        ("[640, 480]", "[640, 0]", 7, "page one, situation: a picture has"),
        ("{ \"sample\": \"cube\", \"size\": [640, 480], ", "{ \"objects\": [], ", 7, "page one, situation: "),
        ("[{ \"pick\": [320, 240] }]", "[{ \"near\": -1 }]", 7, "page one, situation, set 1: in a perspective"),
        ("{ \"pick\": [380, 240] }", "{ \"jump\": 1 }", 14, "page one, solution 1: unknown variant `jump`"),
        ("{ \"culling\": \"back\" }", "{ \"culling\": \"both\" }", 8, "page one, predict, reveal 1: unknown variant"),
        ("\"solution\": [{ \"pick\": [380, 240] }]", "\"solution\": []", 9, "page one: a goal needs a solution, and"),
        ("\"id\": \"two\",", "\"id\": \"two\", \"scale_factor\": 0,", 17, "page two: a scale factor"),
        ("\"id\": \"two\",", "\"id\": \"two\", \"mistake\": \"none\",", 17, "page 2: unknown variant `none`"),
        ("  ]\n}\n", "  ]\n", 21, "EOF"),
        ("# Title", "Title", 1, "# Title is missing"),
        ("## two", "## three", 28, "page three: there is no such page"),
        ("## two", "### two", 28, "page one: ### two has no place here"),
        ("### goal", "#### goal", 20, "a heading other than"),
        ("### reveal", "### told", 16, "page one: ### told has no place here"),
        ("### goal\n\nGoal.\n", "", 5, "page one: ### goal is missing"),
        ("### hints\n\n- hint\n", "", 5, "page one: ### hints is missing"),
        ("Goal.", "Goal.\n\nAnd more.", 20, "page one, goal: one paragraph"),
        ("- hint", "- hint\n- hint", 24, "page one, hints: the number of hints is 2, and the lesson has 1"),
        ("- front\n", "", 9, "page one, predict: the number of options is 1, and the lesson has 2"),
        ("Summary.", "[Summary](to)", 3, "a link or a picture is not shown"),
    ] {
        let (found, text) = refused(from, to);
        assert!(text.contains(told), "{text}");
        assert_eq!(found, Some(line), "{text}");
    }
    for deep in ["[".repeat(100_000), format!("{{\"version\": 1, \"pages\": {}", "[".repeat(100_000))] {
        let error = read(&deep, WORDS).expect_err("too deep");
        assert!(error.line == Some(1) && error.to_string().lines().count() == 1, "{error}");
    }
    let error = read("{ \"version\": 1, \"pages\": [] }", WORDS).expect_err("no page");
    assert!(error.to_string().contains("pages: there must be at least one page"), "{error}");
    let without = WORDS.split("## two").next().expect("before it");
    let error = read(JSON, without).expect_err("the second page has no words");
    assert!(error.to_string().starts_with("a.en.md:1: page two: the words of this page are missing"), "{error}");
}

#[test]
fn a_situation_is_the_line_of_the_window_or_its_json() {
    let lesson = read(JSON, WORDS).expect("it is right");
    let situation = lesson.pages[0].situation.as_ref().expect("a situation");
    let line = pickray_app::situation_text::to_line(situation);
    let sample = "{ \"sample\": \"cube\", \"size\": [640, 480], \"set\": [{ \"pick\": [320, 240] }] }";
    let same = |text: &str| {
        let lesson = read(&JSON.replace(sample, text), WORDS).expect("it is right");
        assert_eq!(lesson.pages[0].situation.as_ref(), Some(situation));
    };
    same(&format!("\"{line}\""));
    same(&serde_json::to_string_pretty(situation).expect("JSON"));
    for (text, told) in [
        (format!("\"{}\"", &line[..60]), "page one, situation: This situation is cut off"),
        ("\"hello\"".to_owned(), "page one, situation: This is not a situation"),
        (serde_json::to_string(situation).expect("JSON").replace("sample:cube", "sample:cow"), "no sample \"cow\""),
    ] {
        let error = read(&JSON.replace(sample, &text), WORDS).expect_err(told);
        assert!(error.to_string().contains(told) && error.line == Some(7), "{error}");
    }
}

#[test]
fn a_page_that_is_solved_at_once_or_not_at_all_is_found_out() {
    let problems = |from: &str, to: &str| {
        assert!(JSON.contains(from));
        let lesson = read(&JSON.replacen(from, to, 1), WORDS).expect("it can be read");
        check(&lesson).into_iter().flat_map(|page| page.problems).collect::<Vec<_>>().join("; ")
    };
    assert!(problems("0.1 }", "-2 }").contains("met when it is opened"));
    let told = problems("[380, 240]", "[321, 240]");
    assert!(told.starts_with("its solution does not solve it: ndc.x is at least 0.1, but it is 0.004"), "{told}");
    let told = problems("[380, 240]", "[0, 0]");
    assert!(told.starts_with("its solution does not solve it: hit is true, but it is false; its"), "{told}");
    assert!(problems("{ \"number\": \"ndc.x\" }", "{ \"number\": \"why_not.pixels\" }").contains("not there"));
    assert!(problems("\"culling\": \"back\"", "\"pick\": [400, 240]").contains("met by the reveal"));
    let told = problems("{ \"pick\": [380, 240] }", "{ \"why_not\": 12 }");
    assert!(told.contains("solution 1: object 0 has no triangle 12"), "{told}");
}

#[test]
fn a_language_that_is_named_again_is_read_once() {
    let lesson = read(&JSON.replace("[\"en\"]", "[\"en\", \"en\", \"en\"]"), WORDS).expect("it can be read");
    assert_eq!(lesson.languages().collect::<Vec<_>>(), [Language::English]);
}

#[test]
fn a_prediction_is_compared_with_the_live_number() {
    let lesson = read(JSON, WORDS).expect("it is right");
    let mut study = Study::default();
    let situation = lesson.pages[0].situation.as_ref().expect("a situation");
    study.restore(situation, &[Arc::new(Sample::Cube.mesh().expect("a mesh"))]).expect("its mesh");
    let truth = |study: &Study, page: usize| {
        let prediction = lesson.pages[page].prediction.as_ref().expect("a prediction");
        prediction.truth(&Evidence::of(study))
    };
    let is_near = |truth: Option<Truth>, expected: f64| {
        assert!(matches!(truth, Some(Truth::Number(number, "")) if (number - expected).abs() < 1e-12), "{truth:?}");
    };
    assert_eq!(truth(&study, 0), Some(Truth::Choice(1)));
    is_near(truth(&study, 1), 1.0 / 640.0);
    study.apply(&Change::Pick(glam::DVec2::new(400.0, 240.0))).expect("possible");
    is_near(truth(&study, 1), 161.0 / 640.0);
}

/// What stands in the documentation between backticks of this language.
fn code_of_docs(language: &str) -> String {
    let text = std::fs::read_to_string(root().join("docs/lessons.md")).expect("the documentation");
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("an example");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn the_lesson_of_the_documentation_can_be_read_and_solved() {
    let words = code_of_docs("markdown");
    let lesson = read(&code_of_docs("json"), &words).expect("it is right");
    let [page] = check(&lesson).try_into().expect("one page");
    assert_eq!(page.problems, [""; 0]);
}

fn row(field: &Field) -> String {
    let mut values = field.values_in_words();
    if values.contains(", ") && !values.starts_with("number") {
        values = format!("`{}`", values.replace(", ", "` `"));
    }
    format!("| `{}` | {values} | {} |", field.name, field.meaning)
}

#[test]
fn the_table_of_the_documentation_is_that_of_all_fields() {
    let text = std::fs::read_to_string(root().join("docs/lessons.md")).expect("the documentation");
    let (_, table) = text.split_once("| field | values | what it is |\n|---|---|---|\n").expect("the table");
    let documented: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let expected: Vec<_> = FIELDS.iter().map(row).collect();
    assert_eq!(documented, expected, "{}", expected.join("\n"));
}
