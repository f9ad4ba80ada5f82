//! Image files that a mesh file or its material libraries name as textures, found beside the mesh, each kept once.

use super::companions::{Companions, find};
use super::encoding::Texts;
use super::image::{Encoded, Image};
use super::problem::Problem;
use super::problems::quoted;
use super::source::FileText;
use std::collections::HashMap;
use std::path::PathBuf;

pub struct TextureFiles<'a> {
    companions: &'a dyn Companions,
    pub images: Vec<Image>,
    pub files: Vec<FileText>,
    by_name: HashMap<Vec<String>, u32>,
    by_path: HashMap<PathBuf, u32>,
}

impl<'a> TextureFiles<'a> {
    pub fn new(companions: &'a dyn Companions) -> Self {
        let (by_name, by_path) = Default::default();
        Self { companions, images: Vec::new(), files: Vec::new(), by_name, by_path }
    }

    /// Returns the index of the image called `name`, and tells why it is not shown if it is new. The file is looked for
    /// from the folder of the mesh on, then from `folder` below it. MeshLab writes `<this>` for the name of the mesh.
    pub fn index_of(&mut self, name: &str, folder: &str, texts: &Texts, tell: impl FnOnce(Problem)) -> u32 {
        let name = &name.replace("<this>", self.companions.stem());
        let mut names = vec![name.replace('\\', "/")];
        if !folder.is_empty() {
            names.push(format!("{folder}/{}", names[0]));
        }
        if let Some(&index) = self.by_name.get(&names) {
            return index;
        }
        let new = self.images.len() as u32;
        let found = find(self.companions, |all, name| all.open_image(name), &names, texts);
        let known = found.as_ref().ok().and_then(|companion| self.by_path.get(&companion.path).copied());
        if let Some(known) = known.filter(|&known| self.images[known as usize].name() == name) {
            self.by_name.insert(names, known);
            return known;
        }
        let image = found.and_then(|companion| {
            if let Some(known) = known {
                return Ok(self.images[known as usize].named(name.clone()));
            }
            self.by_path.insert(companion.path.clone(), new);
            self.files.extend(companion.file());
            let image = Image::new(name.clone(), Ok(Encoded::of(companion)?));
            image.decodable().map(|_| image)
        });
        let image = image.unwrap_or_else(|why| {
            tell(Problem::TextureNotShown { image: quoted(name), why: Box::new(why.clone()) });
            Image::new(name.clone(), Err(why))
        });
        self.images.push(image);
        self.by_name.insert(names, new);
        new
    }
}
