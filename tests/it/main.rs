//! Behaviour of the program, and rules of the repository: one binary, one module a subject.
#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "tests of what Unix alone has are left out"))]

mod circles;
mod claims;
mod cli;
mod cli_bench;
mod cli_collide;
mod cli_convert;
mod cli_diagnose;
mod cli_language;
mod cli_learn;
mod cli_measure;
mod cli_no_display;
mod cli_select;
mod cli_shells;
mod cli_up_axis;
mod data;
mod documents;
mod formulas;
mod fuzzed;
mod gltf_scenes;
mod hostile_files;
mod layers;
mod lessons;
mod outputs;
mod record;
mod release;
mod texts;
mod workdir;

// What most modules name: they begin with all that is here.
use data::root;
use pickray::math::FramebufferSize;
use pickray::mesh::{Load, Mesh, samples::Sample};
use pickray::scene::{Camera, Object, Scene, View};
use pickray::study::{Change, Study};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use workdir::{FRONT, QUAD, Ran, Workdir};
