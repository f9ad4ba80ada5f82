//! Words of which messages about files are made: kinds of problems, advice, things that are counted.

use crate::work::said::said;

said! {
    /// Advice on what to do about a file.
    #[derive(Copy)]
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
        CopyPart => "copy what you want of it to a file and load that",
        LoadLater => "load it again when nothing writes to it",
        GitLfsPull => "fetch the file with `git lfs pull`",
        ExportFromBlender => "export it as OBJ from Blender",
        Convert => "convert it to OBJ, with Blender, MeshLab or assimp for instance",
        Unpack => "unpack it first",
        ExportFromItsProgram => "export it as STL, OBJ or glTF from the program that made it",
        ExportSurface => "export its surface as PLY or STL, with ParaView for instance",
        MakeMesh => "pickray picks triangles: make a mesh of its points, with MeshLab or CloudCompare for instance",
        SaveUtf8 => "save it as UTF-8, which is what OBJ readers expect",
        Download => "perhaps a download has failed: fetch the file again",
        BuildWithGltf => "build pickray with its feature `gltf`",
        ExportGltf2 => "export it as glTF 2",
        ConvertGltf => "convert it to glTF 2.0, with gltf-pipeline for instance",
        PutBytes => "put its bytes into a file beside this one",
        Instance => "place one mesh by several nodes instead of repeating it",
        OpenAsFile => "open it as a file",
        PutBeside => "put it beside this file",
        PutFileBeside => "put that file beside this one",
        OpenTogether => "open or drop that file together with this one",
        LeaveOne => "leave out all of them but one",
        ExportUncompressed => "export it without compression",
        ExportWithout => "export it without that",
        ScaleUp => "scale it up",
        ScaleDown => "scale it down",
    }
}

said! {
    /// Kind of problem in a file. Of each kind, only the first problems are listed, and the others are counted.
    #[derive(Copy, PartialOrd, Ord)]
    #[non_exhaustive]
    #[doc(hidden)]
    pub enum Kind {
        VertexNumbers => "vertices without three numbers",
        VertexRange => "vertices that are not finite or too large",
        VertexRest => "vertices with something behind the coordinates",
        FaceCorners => "faces of fewer than three corners",
        FaceIndex => "faces with a corner that is no index",
        FaceRange => "faces with a vertex index out of range",
        FaceVertex => "faces with an unusable vertex",
        EmptyField => "faces with an empty field behind a slash",
        OtherIndex => "faces with a texture or normal index that is none",
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
        FaceRest => "faces with something behind the corners",
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
    #[derive(Copy)]
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
    /// Returns whether problems of this kind are worth a remark but no warning, since the mesh is nevertheless as the
    /// file describes it.
    pub(in crate::mesh) fn is_remark(self) -> bool {
        use Kind::*;
        let of_materials = matches!(self, Library | LibraryElsewhere | Texture | Color | MaterialUndefined);
        of_materials || matches!(self, EmptyField | Polygon | Weights | Parents | HeaderLine)
    }
}
