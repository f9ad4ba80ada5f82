use super::*;

fn chooser(purpose: Purpose) -> Chooser<()> {
    let names = [".git/", "cows/", "bull.Glb", "cow.OBJ", "cow.pick.json", "notes.txt", "old.png"];
    chooser_of(&names, FileRequest::new(("Open", None), purpose, |_| ()))
}

/// Returns a chooser that has found these folders, whose names end in `/`, and files.
fn chooser_of(names: &[&str], request: FileRequest<()>) -> Chooser<()> {
    let mut chooser = Chooser::new(request);
    let entry = |name: &&str| Entry { name: name.trim_end_matches('/').into(), is_folder: name.ends_with('/') };
    let listing = Listing { folder: "/farm".into(), entries: names.iter().map(entry).collect(), is_cut: false };
    assert_eq!(chooser.found(Ok(Found::Folder(listing))), None);
    chooser
}

fn names(chooser: &Chooser<()>) -> Vec<String> {
    let entries = (0..chooser.n_shown()).map(|i| chooser.entry(i).expect("it is shown"));
    entries.map(|entry| entry.name.to_string_lossy().into_owned()).collect()
}

#[test]
fn folders_and_meshes_are_listed_and_filtered_by_what_is_written() {
    let mut chooser = chooser(Purpose::OpenMesh);
    assert_eq!((names(&chooser), chooser.meant()), (["cows", "bull.Glb", "cow.OBJ"].map(String::from).to_vec(), None));
    chooser.edit_name("COW".to_owned());
    assert_eq!(names(&chooser), ["cows", "cow.OBJ"]);
    assert_eq!(chooser.meant(), Some("cows".into()));
    chooser.choose(chooser.stepped(1).expect("one below"));
    assert_eq!(chooser.meant(), Some("cow.OBJ".into()));
    assert_eq!([5, -9].map(|by| chooser.stepped(by)), [Some(1), Some(0)]);
    chooser.show_all(true);
    chooser.edit_name("notes".to_owned());
    assert_eq!(chooser.meant(), Some("notes.txt".into()));
    chooser.edit_name("../barn/calf.obj".to_owned());
    assert_eq!((chooser.n_shown(), chooser.meant()), (7, Some("../barn/calf.obj".into())));
}

#[test]
fn files_of_the_kind_that_is_saved_are_listed() {
    let chooser = chooser(Purpose::Save("cow.png".to_owned(), Kind::Picture));
    assert_eq!(names(&chooser), ["cows", "old.png"]);
    let chooser = self::chooser(Purpose::Save("cow.glb".to_owned(), Kind::Mesh));
    assert_eq!(names(&chooser), ["cows", "bull.Glb", "cow.OBJ"]);
}

#[test]
fn a_file_to_save_to_is_replaced_only_when_it_is_named_twice() {
    let mut chooser = chooser(Purpose::Save("new.pick.json".to_owned(), Kind::SavedPick));
    assert_eq!((names(&chooser), chooser.verb()), (["cows", "cow.pick.json"].map(String::from).to_vec(), "Save"));
    assert_eq!(chooser.meant(), Some("new.pick.json".into()));
    chooser.choose(0);
    assert_eq!(chooser.meant(), Some("cows".into()), "a folder is gone into");
    chooser.choose(1);
    assert_eq!((&*chooser.name, chooser.meant()), ("cow.pick.json", Some("cow.pick.json".into())));
    let there = PathBuf::from("/farm/cow.pick.json");
    assert_eq!(chooser.found(Ok(Found::File(there.clone()))), None);
    assert!(chooser.problem.as_deref().is_some_and(|problem| problem.contains("cow.pick.json already exists")));
    assert_eq!(chooser.verb(), "Replace");
    chooser.edit_name("other.pick.json".to_owned());
    assert_eq!(chooser.found(Ok(Found::File(there.clone()))), None, "it is another name");
    assert_eq!(chooser.found(Ok(Found::File(there.clone()))), Some(there));
    assert_eq!(chooser.found(Ok(Found::Free("/farm/x".into()))), Some("/farm/x".into()));
}

#[test]
fn a_file_that_could_not_be_written_is_asked_for_again_as_it_was_typed() {
    let mut request = FileRequest::new(("Export", None), Purpose::Save("cow.obj".to_owned(), Kind::Mesh), |_| ());
    request.instead_of(Path::new("/barn/calf.fbx"));
    request.problem = Some("no format".to_owned());
    let mut chooser = chooser_of(&[], request);
    assert_eq!(chooser.request.folder.as_deref(), Some(Path::new("/barn")));
    assert_eq!((&*chooser.name, chooser.problem.as_deref()), ("calf.fbx", Some("no format")));
    chooser.edit_name("calf.obj".to_owned());
    assert_eq!(chooser.problem, None);
    assert_eq!(chooser.found(Ok(Found::Free("/barn/calf.obj".into()))), Some("/barn/calf.obj".into()));
}

#[test]
fn several_files_are_taken_together_and_folders_are_not() {
    let mut chooser = chooser(Purpose::OpenMeshes);
    chooser.choose(1);
    [0, 2, 2, 2].into_iter().for_each(|index| chooser.mark(index));
    assert_eq!(chooser.marked(), ["/farm/bull.Glb", "/farm/cow.OBJ"].map(PathBuf::from));
    chooser.mark(1);
    assert_eq!((chooser.n_marked(), chooser.is_marked(1), chooser.is_marked(2)), (1, false, true));
    chooser.choose(2);
    assert_eq!((chooser.n_marked(), chooser.meant()), (0, Some("cow.OBJ".into())));
    let mut one = self::chooser(Purpose::OpenMesh);
    one.mark(1);
    assert_eq!(one.n_marked(), 0);
}

#[test]
fn lessons_and_situations_are_listed_where_the_window_opens_them() {
    let names = ["a.lesson.json", "b.situation.json", "c.json", "cow.obj", "d.pick.json"];
    for (purpose, expected) in [(Purpose::OpenMeshes, vec![0, 1, 3, 4]), (Purpose::OpenMesh, vec![3])] {
        assert_eq!(chooser_of(&names, FileRequest::new(("Open", None), purpose, |_| ())).shown, expected);
    }
}

#[test]
fn what_is_not_there_is_said_and_the_list_stays() {
    let mut chooser = chooser(Purpose::OpenMesh);
    assert_eq!(chooser.found(Ok(Found::Free("/farm/calf.obj".into()))), None);
    assert_eq!(chooser.problem.as_deref(), Some("/farm/calf.obj: there is no such file."));
    assert_eq!(chooser.found(Err("/barn: locked".to_owned())), None);
    assert_eq!((chooser.problem.as_deref(), chooser.n_shown()), (Some("/barn: locked"), 3));
}
