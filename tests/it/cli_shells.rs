//! What shells and `man` are given by the command line.

use crate::workdir::{Ran, Workdir};

/// The subcommands that the help lists.
fn subcommands(desk: &Workdir) -> Vec<String> {
    let help = desk.run("--help").stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let names: Vec<_> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() > 10, "{help}");
    names
}

#[test]
fn each_shell_is_given_a_script_that_names_each_subcommand() {
    let desk = Workdir::new();
    let subcommands = subcommands(&desk);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let stdout = desk.done(&format!("completions {shell}")).stdout;
        for name in &subcommands {
            assert!(stdout.contains(name.as_str()), "{shell}: no {name}");
        }
        let object = desk.run(&format!("completions {shell} --json")).json();
        assert_eq!((object["shell"].as_str(), object["script"].as_str()), (Some(shell), Some(stdout.as_str())));
    }
    let told = desk.refused("completions tcsh").stderr;
    assert!(told.contains("tcsh") && told.contains("zsh"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_subcommands_and_their_options() {
    let desk = Workdir::new();
    desk.write("pickray.bash", &desk.run("completions bash").stdout);
    let rows = [("co", "collide completions convert"), ("pick --cu", "--cull"), ("learn --c", "--check")];
    for (typed, expected) in rows.map(|(typed, expected)| (format!("pickray {typed}"), expected)) {
        let words: Vec<_> = typed.split(' ').collect();
        let [.., before, last] = words[..] else { panic!("{typed}: one word") };
        let at = words.len() - 1;
        let asked = format!(
            "source ./pickray.bash; COMP_WORDS=({typed}); COMP_CWORD={at}; _pickray pickray {last} {before}
             echo ${{COMPREPLY[*]}}"
        );
        let ran = Ran::of(desk.command_of("bash").args(["-c", &asked]).output().expect("bash runs"));
        let mut offered: Vec<_> = ran.stdout.split_whitespace().collect();
        offered.sort_unstable();
        assert_eq!(offered.join(" "), expected, "{typed}: {}", ran.stderr);
    }
}

#[test]
fn the_program_and_each_subcommand_have_a_manual_page() {
    let desk = Workdir::new();
    let object = desk.json("man .");
    let pages = object["pages"].as_array().expect("pages").iter().filter_map(|page| page.as_str());
    let pages: Vec<_> = pages.map(|page| page.replace('\\', "/")).collect();
    let mut expected = vec!["./pickray.1".to_owned()];
    expected.extend(subcommands(&desk).iter().map(|name| format!("./pickray-{name}.1")));
    assert_eq!(pages, expected);
    for page in pages {
        let text = desk.text(&page);
        let title = page.trim_start_matches("./").trim_end_matches(".1");
        assert!(text.contains(&format!(".TH {title} 1")), "{page}: {text}");
        assert!(text.contains(".SH DESCRIPTION") && text.contains(".SH OPTIONS"), "{page}");
    }
    desk.refuses("man ", &[("quad.obj", "quad.obj")]);
}
