//! Behaviour through the public face: one binary, one module a subject.

mod aabb_tree;
mod adjacency;
mod allocations;
mod any_camera;
mod areas;
mod article_devillers_guigue;
mod article_leafless_tree;
mod article_moller_trumbore;
mod article_opengl_picking;
mod article_ray_triangle_derived;
mod article_swept_sphere;
mod batches;
mod bounding;
mod broad_phase;
mod circles;
#[cfg(feature = "app")]
mod cli;
#[cfg(feature = "app")]
mod cli_collide;
#[cfg(feature = "app")]
mod cli_convert;
#[cfg(feature = "app")]
mod cli_learn;
#[cfg(feature = "app")]
mod cli_no_display;
#[cfg(feature = "app")]
mod cli_select;
#[cfg(feature = "app")]
mod cli_shells;
#[cfg(feature = "app")]
mod cli_up_axis;
mod clip_space;
mod closest_point;
#[cfg(feature = "offscreen")]
mod colors;
mod contact;
mod data;
mod directions;
mod documents;
mod encodings;
mod engines;
mod exact_contact;
mod exact_rays;
mod examples;
mod flat_picture;
mod float_rays;
mod formats;
mod from_files;
mod fuzzed;
#[cfg(feature = "gltf")]
mod gltf_scenes;
#[cfg(feature = "app")]
mod hidden;
#[cfg(feature = "app")]
mod hostile_files;
mod inside;
mod integer_meshes;
mod integer_rays;
mod layers;
mod leaks;
#[cfg(feature = "lesson")]
mod lessons;
mod loupe;
mod mistakes;
mod moving_meshes;
mod moving_trees;
mod navigation;
mod next_rays;
mod obj;
mod out_of_range;
#[cfg(feature = "app")]
mod outputs;
mod packed;
mod panics;
mod picking;
#[cfg(feature = "offscreen")]
mod pictures;
#[cfg(feature = "offscreen")]
mod pictures_by_matrices;
mod random;
mod rational;
mod ray_tree;
mod ray_triangle;
#[cfg(feature = "app")]
mod record;
mod regions;
mod release;
mod reported;
mod root;
mod saved_meshes;
mod slide;
mod small_trees;
mod sweep;
mod sweep_and_prune;
mod sweep_scales;
mod swept_sphere_triangle;
#[cfg(feature = "app")]
mod texts;
mod triangle_aabb;
mod triangle_triangle;
mod unproject;
#[cfg(feature = "offscreen")]
mod verify;
mod whole_function;
mod why_not;
#[cfg(feature = "gltf")]
mod writing;
