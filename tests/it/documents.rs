//! The documents name files that exist, and their commands run.

use crate::*;

/// What a reader meets first, in each language.
const READMES: [&str; 2] = ["README.md", "README.zh-CN.md"];

/// Folders of the repository; a path that begins with one of them is a promise.
const FOLDERS: [&str; 10] =
    ["assets/", "benches/", "crates/", "docs/", "examples/", "fuzz/", "scripts/", "shaders/", "src/", "tests/"];

fn documents() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(root().join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let mut documents: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    documents.extend(READMES.into_iter().chain(["crates/pickray/README.md"]).map(|name| root().join(name)));
    documents
}

/// Most words of a sentence in a document.
const MOST_WORDS: usize = 25;

/// Words of sentences that readers stumbled over, and what says the same: none of these comes back.
const STILTED: [(&str, &str); 18] = [
    ("from aside", "from the side"),
    ("is a line of sight", "has a line of sight"),
    ("should not have to", "so that nobody has to"),
    ("into your path", "installs the program"),
    ("makes a figure of", "gives HTML that embeds"),
    ("leave as", "can be exported"),
    ("of yours", "your own"),
    ("as if they were not", "as if they were opaque"),
    ("it is not, since", "not secret"),
    ("Whoever ", "if you"),
    ("compare with each other alone", "compare only with each other"),
    ("of the world the picture", "in world units"),
    ("follow what is seen", "fits to the scene"),
    ("Reached beside", "misses"),
    ("Near from the start", "within the radius at the start"),
    ("= That is it", "Submit"),
    ("mistake shows.", "gives wrong picks here"),
    ("Of many ", "in a scene of many"),
];

/// The sentences of a document: of paragraphs, lists and headings; tables and code have none.
fn sentences(text: &str) -> Vec<String> {
    let (mut blocks, mut in_code) = (vec![String::new()], false);
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        let begins = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let begins_item = ["- ", "* ", "#", ". ", "> "].iter().any(|mark| begins.starts_with(mark));
        if begins_item || line.trim().is_empty() || is_fence || line.starts_with(['|', '<']) {
            blocks.push(String::new());
        }
        let is_prose = !in_code && !is_fence && !line.starts_with(['|', '<']) && !line.starts_with("    ");
        let block = blocks.last_mut().filter(|_| is_prose);
        block.into_iter().for_each(|block| *block += &format!(" {}", line.trim()));
    }
    let ends = |word: &str| word.trim_end_matches(['*', ')', '"', '”']).ends_with(['.', '!', '?', ':', ';']);
    let mut sentences = Vec::new();
    for block in blocks {
        let code = block.split('`').enumerate().map(|(i, part)| if i % 2 == 0 { part } else { "code" });
        let block: String = code.collect();
        let words: Vec<_> = block.split_whitespace().collect();
        sentences.extend(words.split_inclusive(|word| ends(word)).map(|words| words.join(" ")));
    }
    sentences
}

#[test]
fn sentences_of_documents_are_short_and_texts_say_nothing_stilted() {
    let assets = ["assets/locales/en", "assets/lessons"].map(|folder| {
        let files = std::fs::read_dir(root().join(folder)).expect("a folder").map(|file| file.expect("a file").path());
        files.filter(|path| !path.to_string_lossy().ends_with("zh-CN.md")).collect::<Vec<_>>()
    });
    let others = ["CHANGELOG.md", "python/README.md", "web/page/article.html"].map(|name| root().join(name));
    let (mut n_sentences, mut wrong) = (0, Vec::new());
    for path in documents().into_iter().chain(others).chain(assets.into_iter().flatten()) {
        // Its rows quote what was reported.
        if path.ends_with("faults.md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let stilted = STILTED.iter().filter(|(words, _)| text.contains(words));
        wrong.extend(stilted.map(|(words, better)| format!("{}: {words}: {better}", path.display())));
        for sentence in sentences(&text).into_iter().filter(|_| path.extension().is_some_and(|it| it == "md")) {
            let is_word = |word: &&str| word.contains(char::is_alphanumeric);
            let n_words = sentence.split_whitespace().filter(is_word).count();
            n_sentences += 1;
            wrong.extend((MOST_WORDS < n_words).then(|| format!("{}: {n_words}: {sentence}", path.display())));
        }
    }
    assert!(wrong.is_empty() && 1000 < n_sentences, "{n_sentences} sentences: {wrong:#?}");
}

/// What stands between backticks, in links or in a line of commands and looks like a path in the repository.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "`()[]<>\"',;".contains(c))
        .map(|word| word.trim_start_matches("./").trim_end_matches(['.', ':']))
        .filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
        .filter(|word| !word.contains(['*', '{', '…', '=']))
}

#[test]
fn paths_in_the_documents_lead_somewhere() {
    let mut checked = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a readable document");
        for path in paths(&text) {
            checked += 1;
            assert!(root().join(path).exists(), "{} names {path}, which does not exist", document.display());
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let outside = link.is_empty() || link.contains("://");
            let folder = document.parent().expect("a folder");
            assert!(outside || folder.join(link).exists(), "{} links to {link}", document.display());
        }
    }
    assert!(checked > 10, "only {checked} paths were found");
}

/// Returns the commands of the program in a document, in its blocks and lines of code: those with arguments, none of
/// which is a word in capitals that stands for something else.
fn commands(text: &str) -> Vec<String> {
    let (mut code, mut in_block) = (Vec::new(), false);
    for line in text.lines() {
        match line {
            fence if fence.starts_with("```") => in_block = !in_block,
            line if in_block => code.push(line.to_owned()),
            line => {
                let marked = line.replace("<code>", "`").replace("</code>", "`");
                code.extend(marked.split('`').skip(1).step_by(2).map(str::to_owned));
            }
        }
    }
    let commands = code.iter().filter_map(|code| code.split(" #").next()?.strip_prefix("pickray "));
    let stands_for_another = |word: &str| word.chars().all(|letter| letter.is_ascii_uppercase());
    let commands = commands.map(str::trim).filter(|command| !command.split(' ').any(stands_for_another));
    commands.filter(|command| command.contains(' ')).map(str::to_owned).collect()
}

#[test]
fn the_commands_of_the_readmes_run_one_after_another_and_hit() {
    for (name, least) in READMES.into_iter().zip([2, 10]) {
        let desk = Workdir::new();
        // Meshes by the names that are put for a reader's own.
        for file in ["cow.obj", "scan.ply", "parts.glb"] {
            desk.done(&format!("convert sample:teapot {file}"));
        }
        let commands = commands(&std::fs::read_to_string(root().join(name)).expect("a document"));
        assert!(commands.len() >= least, "{name} has the commands {commands:?}");
        for command in commands {
            desk.done(&command);
        }
    }
}

#[test]
fn the_numbers_beside_the_steps_in_chinese_are_those_of_the_command() {
    let text = std::fs::read_to_string(root().join("README.zh-CN.md")).expect("a document");
    let (_, rows) = text.split_once("| 这次拾取 |").expect("a table");
    let rows = rows.lines().skip(2).take_while(|line| line.starts_with('|'));
    let numbers: Vec<_> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    assert!(numbers.len() >= 8, "{numbers:?}");
    let told = Workdir::new().run("pick sample:teapot --at 640,300 --trace").stdout;
    for numbers in numbers {
        assert!(told.contains(numbers), "{numbers} is not in {told}");
    }
}
