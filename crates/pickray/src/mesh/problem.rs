//! Table of the messages about files of all readers, with the English text of each: problems and oddities.

use crate::work::said::said;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

said! {
    /// Message about a file: a problem, an oddity, or the reason why it gives no mesh. Its text is English.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Problem {
        FaceLeftOut { why: Box<Self> } => "{why}; the face is left out",
        VertexNotUsed { why: Box<Self> } => "{why}; the vertex is not used, and faces with it cannot be hit",
        FewCorners { count: usize } => "a face needs at least three corners, and this one has {count}; it is left out",
        Crosses { corners: u32 } => "the polygon of {corners} corners crosses itself; it is cut as a fan",
        EmptyField => "nothing follows a slash; it is ignored",
        NoOtherIndex { word: String } => "{word} is not the index of a texture coordinate or normal; it is ignored",
        OtherOutOfRange { other: Word, index: u64, count: u64 } =>
            "{other} index {index} is out of range: there are {count}; it is ignored, as are others like it",
        OtherCountsBack { other: Word } =>
            "a {other} index counts back beyond the first one; it is ignored, as are others like it",
        OtherNotFinite { other: Word, count: u64 } =>
            "{other} values that are not finite numbers: {count}, the first is here; corners with them have none",
        TexcoordLists { count: u64 } =>
            "faces whose list `texcoord` does not have two numbers a corner: {count}, the first is here; their corners \
             have no texture coordinates",
        MaterialStatement { word: String } => "{word} belongs to a material library, not to a mesh; it is skipped",
        FreeForm { word: String } => "{word} is skipped: pickray picks triangles, not curves and surfaces",
        Command { word: String } => "{word} is skipped: pickray runs no commands and includes no files",
        UnknownStatement { word: String } => "unknown statement {word} is skipped",
        VertexRest { word: String } => "{word} after the coordinates is ignored; is a line end missing?",
        FaceRest { word: String } => "{word} after the face is ignored; is a line end missing?",
        ValueUnreadable { property: String } => "the value of {property} cannot be read",
        NegativeList { count: i64 } => "a list of {count} entries; nothing after it can be read",
        ThreeNumbers { count: usize } => "a vertex needs three numbers, and this one has {count}",
        NumberTooLarge { number: String } => "{number} is larger than a mesh can hold",
        NotFinite { number: String } => "{number} is not a finite number",
        DecimalComma { word: String } => "{word} is not a number: decimals are written with a point",
        Hexadecimal { word: String } => "{word} is not a number: hexadecimals are not read",
        NoNumber { word: String } => "{word} is not a number",
        TwoSlashes { word: String } => "{word} has more than two slashes",
        NoCorner { word: String } => "{word} is not a corner: vertex indices are whole numbers",
        NoCornerCount { word: String } => "{word} is not a number of corners",
        CornersMissing { expected: usize, count: usize } => "the face should have {expected} corners but has {count}",
        IndexZero => "vertex index 0: indices count from 1",
        VertexOutOfRange { index: i64, count: u64 } =>
            "vertex index {index} is out of range: there are {count} vertices",
        VertexOutOfRangeFromZero { index: i64, count: u64 } =>
            "vertex index {index} is out of range: there are {count} vertices, counted from 0",
        VertexOutOfAnyRange { index: String } => "vertex index {index} is out of range",
        VertexCountsBack => "a vertex index counts back beyond the first vertex",
        NoVertexUsable => "none of its vertices can be used",
        FacetCorners { count: usize } => "a facet needs three corners, and this one has {count}",
        FacetEnd => "the facet has no end (`endfacet`)",
        StrayVertex => "a vertex outside of a facet is skipped",
        LibraryNotRead { library: String, why: Box<Self> } => "the material library {library} is not read: it {why}",
        Absent => "is not there",
        NotGiven => "was not opened or dropped together with the mesh",
        NameOfSeveral => "has the name of several files",
        Refused => "cannot be read",
        LibraryTooLarge => "is too large",
        OutsideFolderOfMesh => "lies outside of the folder of the mesh",
        LibraryElsewhere { library: String, found: String } =>
            "the material library {library} is not there; {found} is read in its place",
        TextureNotShown { image: String, why: Box<Self> } => "the texture {image} is not shown: it {why}",
        TextureSet { set: u32 } => "uses set {set} of texture coordinates, but only sets 0 and 1 are kept",
        TextureWithoutCoordinates { material: String, count: u64 } =>
            "{material} has a texture, which is not shown on triangles without texture coordinates: {count}",
        MaterialUndefined { material: String } => "no material library defines {material}",
        ImageFormat { format: &'static str } => "is a {format} image, but only PNG and JPEG are shown",
        ImageUnknown => "is not a PNG or JPEG image",
        ImageLarge => "is too large",
        ImageTooLarge { width: u32, height: u32, needed: String } =>
            "has {width} × {height} pixels, which take {needed} of memory",
        ImageDamaged { why: String } => "is damaged ({why})",
        TextureNumber { number: usize, count: usize } =>
            "faces name the texture {number}, but there are {count}, counted from 0; these faces have none",
        DrawnOpaque { count: usize } =>
            "materials that are transparent or cut out (`alphaMode`): {count}; they are drawn and hit as if they were \
             opaque",
        ImageCut => "is cut off: its end is missing",
        ImageClaims { width: u32, height: u32, bytes: u64 } =>
            "says that it has {width} × {height} pixels, more than its {bytes} bytes can hold",
        ImagesTogether { width: u32, height: u32, needed: String, most: String } =>
            "has {width} × {height} pixels, which take {needed} of memory, and all images together may take {most}",
        ImageChanged => "has changed since the mesh was loaded",
        MaterialColor { line: usize, library: String, material: String } =>
            "line {line} of {library} has no colour of three numbers for {material}; it is ignored",
        HeaderCounts { counted: u64, what: Word, whole: u64 } =>
            "the header counts {counted} {what}, but the file has {whole} complete ones",
        AreLoaded { why: Box<Self> } => "{why}; these are loaded",
        BytesBehindTriangles { count: u64 } => "{count} bytes after the last triangle are ignored",
        BytesBehindRecords { count: u64 } => "{count} bytes after the last record are ignored",
        More { count: u64, kind: Kind } => "{count} more {kind} are not listed",
        // Reasons why there is no mesh.
        Empty => "the file is empty",
        NoFaceUsable { faces: u64, why: Box<Self> } => "none of its {faces} faces can be used: {why}",
        NoFaces { vertices: u64, points: u64, polylines: u64, curves: u64 } =>
            "there are no faces, only {vertices} vertices, {points} points, {polylines} polylines, {curves} \
             curves and surfaces",
        OnlyVertices { vertices: u64 } => "there are no faces, only {vertices} vertices",
        NothingFoundBut { why: Box<Self> } => "neither vertices nor faces were found: {why}",
        NothingFound => "neither vertices nor faces were found",
        NoFacet => "there are no triangles: no facet was found",
        NoRecords { counted: u64, bytes: u64 } =>
            "there are no triangles: the header counts {counted}, but {bytes} bytes follow it",
        HeaderEnd => "the header has no end (`end_header`)",
        HeaderFormat => "the header has no format line",
        HeaderStatement { line: String } => "{line} is not a statement of a PLY header",
        Ignored { why: Box<Self> } => "{why}; it is ignored",
        HeaderEncoding { word: String } => "{word} is not a PLY format",
        HeaderCount { word: String } => "{word} is not a number of records",
        HeaderType { word: String } => "{word} is not a type of number",
        HeaderList { property: String } => "{property} is not a list of whole numbers",
        HeaderTwice { element: String } => "the header has two elements called {element}",
        HeaderMany { most: usize } => "there are more than {most} elements and properties",
        HeaderCoordinate { name: String } => "the vertices have no number called {name}",
        OffCounts => "the numbers of vertices and faces are missing",
        TooSmall { side: String } => "its longest side is {side}, which single precision rounds to a point",
        TooLarge { side: String } => "its longest side is {side}, more than single precision can hold",
        LongStatement { byte: u64 } => "a single statement of more than 1 GiB begins at byte {byte}",
        TooMany { count: u64, what: Word, most: u64 } => "{count} {what} are more than the {most} that a mesh can have",
        // Descriptions of a file that is no mesh.
        IsMaterialLibrary => "is a material library",
        IsEndless => "has no known size and is longer than 256 MiB",
        BecameShorter => "became shorter while it was read",
        IsGitLfs => "is a Git LFS pointer, not the file itself",
        IsUtf16 => "is text in UTF-16",
        IsWebPage => "is a web page",
        IsXml => "is an XML document",
        IsBinary => "is binary data and not text",
        IsObjectFile => "is the object file of a compiler",
        IsProgramOrObject => "is a program or object file",
        IsOtherDimensional => "is an OFF file whose points are not three-dimensional",
        IsBinaryOff => "is a binary OFF file",
        IsFileOf { program: &'static str } => "is a {program} file",
        IsAnFileOf { program: &'static str } => "is an {program} file",
        IsCompressed { by: &'static str } => "is compressed by {by}",
        IsArchive { format: &'static str } => "is a {format} archive",
        IsPdf => "is a PDF document",
        IsPicture => "is a picture",
        IsProgram => "is a program",
        IsScript => "is a script",
        IsFolder => "is a folder",
        IsDevice => "is a pipe or a device and not a file",
        IsOtherJson => "is a JSON document but not glTF",
        IsPerhapsGltf => "is a JSON document or GLB, perhaps glTF",
        // Problems of glTF.
        // What is wrong in the document, and where; the detail is English in all languages.
        Gltf { detail: String } => "glTF: {detail}",
        TrianglesCompressed { by: &'static str, extension: String } =>
            "its triangles are compressed by {by} ({extension}), which is not read",
        UnknownExtension { extension: String } => "it requires the extension {extension}, which is not known",
        OtherVersion { format: &'static str, version: String } =>
            "it is {format} of version {version}, but only version 2 is read",
        OnNetwork { buffer: u32, uri: String } =>
            "buffer {buffer} lies at {uri}, but nothing is fetched from elsewhere",
        WithoutFolder { buffer: u32, uri: String } =>
            "buffer {buffer} lies in the file {uri}, but this document lies in none",
        OutsideFolder { buffer: u32, uri: String } =>
            "buffer {buffer} lies at {uri}, outside of the folder of this file",
        FileUnreadable { buffer: u32, uri: String, why: Box<Self> } =>
            "buffer {buffer} cannot be read from {uri}: {why}",
        HiddenByFile { count: usize, triangles: u64 } =>
            "objects that the file hides: {count}, of {triangles} triangles; they are counted, but neither drawn nor \
             hit until they are shown",
        Posed { count: usize } =>
            "objects posed by skins or weights of morph targets: {count}; their positions are not those in the file",
        Flat { count: usize, object: String } =>
            "{count} objects are flattened by their transforms and cannot be picked, the first is {object}",
        NoScene => "there is no scene; all nodes are loaded",
        Animated { count: usize } =>
            "animations: {count}; they are not played, and nodes stand where the file places them",
        NoTrianglesInScene { points: u64, lines: u64 } =>
            "its scene has no triangles, only {points} point primitives and {lines} line primitives",
        NoTrianglesBut { why: Box<Self> } => "there are no triangles: {why}",
        // A message read back from JSON.
        AsWritten { text: String } => "{text}",
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::AsWritten { text })
    }
}

impl Problem {
    pub(super) fn face_left_out(self) -> Self {
        Self::FaceLeftOut { why: Box::new(self) }
    }

    pub(super) fn vertex_not_used(self) -> Self {
        Self::VertexNotUsed { why: Box::new(self) }
    }

    pub(super) fn ignored(self) -> Self {
        Self::Ignored { why: Box::new(self) }
    }

    #[cfg(feature = "gltf")]
    pub(super) fn into_detail(self) -> String {
        match self {
            Self::Gltf { detail } => detail,
            other => other.to_string(),
        }
    }
}

said! {
    /// Advice on what to do about a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[doc(hidden)]
    pub enum Advice {
        SaveAgain => "save or fetch it again",
        Correct => "correct the file, or export it again",
        ExportAgain => "export the mesh again",
        ExportFaceStatements => "pickray picks triangles: export the mesh with its faces (`f` statements)",
        ExportFaces => "pickray picks triangles: export the mesh with its faces",
        Choose => "choose an OBJ, OFF, PLY, STL or glTF file",
        ChooseObj => "choose an OBJ file",
        ChooseItsObj => "choose the OBJ file that names it",
        CopyPart => "copy the part that you need to a file and load that",
        LoadLater => "load it when no program is writing to it",
        GitLfsPull => "fetch the file with `git lfs pull`",
        ExportFromBlender => "export it as OBJ from Blender",
        Convert => "convert it to OBJ, with Blender, MeshLab or assimp for instance",
        Unpack => "unpack it first",
        ExportFromItsProgram => "export it as STL, OBJ or glTF from the program that made it",
        ExportSurface => "export its surface as PLY or STL, with ParaView for instance",
        MakeMesh => "pickray picks triangles: make a mesh of its points, with MeshLab or CloudCompare for instance",
        SaveUtf8 => "save it as UTF-8, which is what OBJ readers expect",
        Download => "a download may have failed: fetch the file again",
        BuildWithGltf => "build pickray with its feature `gltf`",
        ExportGltf2 => "export it as glTF 2",
        ConvertGltf => "convert it to glTF 2.0, with gltf-pipeline for instance",
        PutBytes => "put its bytes into a file beside this one",
        Instance => "place one mesh by several nodes instead of repeating it",
        OpenAsFile => "open it as a file",
        PutBeside => "put it beside this file",
        PutFileBeside => "put that file beside this one",
        OpenTogether => "open or drop that file together with this one",
        LeaveOne => "keep only one of them",
        ExportUncompressed => "export it without compression",
        ExportWithout => "export it without that",
        ScaleUp => "scale it up",
        ScaleDown => "scale it down",
    }
}

said! {
    /// Kind of problem in a file. Of each kind, only the first problems are listed, and the others are counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    #[doc(hidden)]
    pub enum Kind {
        VertexNumbers => "vertices without three numbers",
        VertexRange => "vertices that are not finite or too large",
        VertexRest => "vertices with something after the coordinates",
        FaceCorners => "faces of fewer than three corners",
        FaceIndex => "faces with a corner that is not an index",
        FaceRange => "faces with a vertex index out of range",
        FaceVertex => "faces with an unusable vertex",
        EmptyField => "faces with an empty field after a slash",
        OtherIndex => "faces with an invalid texture or normal index",
        OtherRange => "texture or normal indices out of range",
        OtherValue => "texture or normal values that are not finite",
        Polygon => "polygons that cross themselves",
        Unknown => "unknown statements",
        FreeForm => "curves and surfaces",
        Command => "commands",
        Material => "statements of a material library",
        Library => "material libraries that are not read",
        LibraryElsewhere => "material libraries found under another name",
        Texture => "textures that are not shown",
        Color => "materials with a colour that cannot be used",
        MaterialUndefined => "materials that no library defines",
        FacetCorners => "facets of more or fewer than three corners",
        FacetEnd => "facets without an end",
        StrayVertex => "vertices outside of a facet",
        FaceRest => "faces with something after the corners",
        Value => "values that cannot be read",
        NegativeList => "lists that cannot be read",
        Attribute => "texture coordinates and normals that cannot be used",
        Pose => "skins and weights that do not fit",
        Weights => "skins of uneven weights",
        Parents => "nodes that are placed more than once",
        HeaderLine => "lines of the header that are not known",
    }
}

said! {
    /// Word for the things that a message counts or numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[doc(hidden)]
    pub enum Word {
        Texture => "texture",
        Normal => "normal",
        Vertices => "vertices",
        Triangles => "triangles",
        Faces => "faces",
        Strips => "strips",
        Records => "records",
        Bytes => "bytes",
    }
}

said! {
    /// Purpose for which memory is needed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[doc(hidden)]
    pub enum Need {
        Text { megabytes: String } => "for a text of {megabytes} MB at least",
        Sample => "for the sample's tree",
        Tree { triangles: usize } => "for the tree over {triangles} triangles",
        Defects { triangles: usize } => "to look for the defects of {triangles} triangles",
    }
}

impl Kind {
    /// Returns whether problems of this kind are remarks and no warnings: the mesh is as the file describes it.
    pub(in crate::mesh) fn is_remark(self) -> bool {
        use Kind::*;
        let of_materials = matches!(self, Library | LibraryElsewhere | Texture | Color | MaterialUndefined);
        of_materials || matches!(self, EmptyField | Polygon | Weights | Parents | HeaderLine)
    }
}
