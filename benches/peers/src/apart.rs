//! Measurements in processes of their own, whose memory and caches are those of one peer, and the files they read.

use serde::de::DeserializeOwned;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Does `work` in a folder for temporary files.
pub fn in_a_folder(work: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
    let folder = env::temp_dir().join(format!("pickray-peers-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let done = work(&folder);
    // What is left in the folder for temporary files harms nobody.
    let _ = fs::remove_dir_all(&folder);
    done
}

/// Runs `pickray-peers ARGUMENTS` and returns the JSON that it prints.
pub fn measured<T: DeserializeOwned>(arguments: &[&str]) -> Result<T, String> {
    measured_by(&env::current_exe().map_err(|error| error.to_string())?, arguments)
}

/// Runs `PROGRAM ARGUMENTS` and returns the JSON that it prints.
pub fn measured_by<T: DeserializeOwned>(program: &Path, arguments: &[&str]) -> Result<T, String> {
    let what = format!("{} {}", program.display(), arguments.join(" "));
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{what}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{what}: {error}"))
}
