use super::*;
use crate::app::platform::chinese_texts;
use crate::app::texts::speak;
use crate::app::update::tests::*;
use crate::situation_text::SituationError;
use glam::DVec2;
use pickray::pick::explain::{CutAway, OutlinePart, WhyNot, WhyNotReason, why_not};
use pickray::pick::{AreaError, NoRay};
use pickray::scene::PlaneError;
use pickray::study::ChangeError;
use std::collections::BTreeSet;

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

/// Returns the ids of the messages whose English stands in the library: those of the files that are Chinese only.
fn ids() -> BTreeSet<&'static str> {
    let files = chinese_texts().expect("compiled in").iter();
    let alone = files.filter(|(name, _)| !messages::ENGLISH.iter().any(|(english, _)| english == name));
    alone.flat_map(|(_, text)| text.lines()).filter_map(|line| Some(line.split_once(" = ")?.0)).collect()
}

/// Asserts that words are those of the library in English, and Chinese in Chinese.
fn assert_is_said(english: &str, said: impl Fn() -> String) {
    speak(Language::English);
    assert_eq!(said(), english);
    speak(Language::Chinese);
    let chinese = said();
    assert!(is_chinese(&chinese), "{english} is {chinese}");
    assert!(!english.contains(['{', '}']) && !chinese.contains(['{', '}']), "{english}: {chinese}");
}

#[test]
fn all_that_the_library_says_is_in_chinese_with_the_same_arguments() {
    let mut ids = ids();
    for sentence in pickray::every_sentence().into_iter().chain(SituationError::every()) {
        let (name, arguments) = sentence.parts().expect("a name");
        let (english, id) = (sentence.to_string(), id_of(name));
        assert!(ids.remove(&*id), "{id} is in no file");
        // Sentences that are of no language.
        let of_none =
            ["problem-as-written", "item-named", "in-file-anywhere", "write-error-io", "situation-error-unreadable"];
        if !of_none.contains(&&*id) {
            assert_is_said(&english, || said(&*sentence));
        }
        for (name, argument) in arguments {
            assert!(english.contains(&argument.to_string()), "{name} is not in {english}");
            speak(Language::Chinese);
            assert!(said(&*sentence).contains(&said(&*argument)), "{name} is not in Chinese: {english}");
        }
    }
    for words in &STAGES[1..] {
        assert!(ids.remove(&*format!("stage-{}", words.replace(' ', "-"))), "{words}");
        assert_is_said(words, || stage(words));
    }
    for of in Sample::ALL {
        assert!(ids.remove(&*format!("sample-{}", of.id())), "{of:?}");
        assert_is_said(of.name(), || sample(of));
    }
    for error in [RenderError::Object("a buffer".to_owned()), RenderError::Framebuffer(0x8cd6)] {
        assert_is_said(&error.to_string(), || render_error(&error));
    }
    let others = ["render-object", "render-framebuffer"];
    assert_eq!(ids, BTreeSet::from(others), "the library says all the others");
}

#[test]
fn a_page_that_was_given_a_file_says_that_it_does_not_keep_it() {
    for language in [Language::English, Language::Chinese] {
        speak(language);
        let [on_page, on_desktop] = [false, true].map(|again| line_text_error(&LineTextError::NoFile, again));
        assert_ne!(on_page, on_desktop);
        assert_eq!(is_chinese(&on_page), language == Language::Chinese);
    }
}

/// Returns an explanation as a pick gives it, but with this reason.
fn why(reason: WhyNotReason, cut_away: Option<CutAway>) -> WhyNot {
    let mesh = Mesh::from_triangles(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
    let scene = Scene::of(mesh.expect("a mesh").into());
    let size = FramebufferSize::new(8, 8);
    let view = View::new(Camera::framing_scene(&scene, 1.0, scene.up_axis()), size);
    let (cursor, id) = (CursorPosition::new(4.0, 4.0), TriangleId { object: 0, triangle: 0 });
    let mut why = why_not(&scene, &view, cursor, &PickOptions::default(), id).expect("an explanation");
    (why.id.triangle, why.reason, why.cut_away) = (12, reason, cut_away);
    why
}

#[test]
fn chinese_puts_the_words_in_its_own_order() {
    let beside = WhyNotReason::Beside { pixels: 5.0, offset: DVec2::new(-3.0, -4.0), of: OutlinePart::Edge(0) };
    let cut = CutAway { id: TriangleId { object: 1, triangle: 3 }, distance: 0.25 };
    let [beside, cut] = [why(beside, None), why(WhyNotReason::Hit, Some(cut))];
    assert_eq!(said(&cut), cut.to_string());
    speak(Language::Chinese);
    assert_eq!(said(&beside), "射线与三角形 12 不相交：像素的中心位于它的边 ab 的左下方，相距 5 像素。");
    let both = "物体 0 的三角形 12 就是命中的三角形。近平面裁掉了物体 1 的三角形 3，它比近平面近 0.25。";
    assert_eq!(said(&cut), both);
}

#[test]
fn what_stands_alone_is_a_sentence_in_both_languages() {
    let error = ChangeError::Planes(PlaneError::Crossed { near: 2.5, far: 1e-7 });
    assert_eq!(sentence(&error), "The near plane must be closer than the far plane, and 2.5 is not less than 1e-7.");
    let no_picture = AreaError::NoRay(NoRay::Singular);
    let english = "There is no picture to select in: the camera's matrices cannot be inverted.";
    assert_eq!(sentence(&no_picture), english);
    let other = || SelectionError::OtherMesh { saved: "Teapot".to_owned(), present: "lid.obj".to_owned() };
    assert_eq!(selection(other()), format!("The selection {}.", other()));
    speak(Language::Chinese);
    assert_eq!(sentence(&error), "近平面必须比远平面近，而 2.5 不小于 1e-7。");
    let chinese = "无法恢复选择：它出自 茶壶，而 lid.obj 是另一个网格。请打开原来的文件，或重新选择。";
    assert_eq!(selection(other()), chinese);
}
