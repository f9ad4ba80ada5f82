//! Tests of textures: where their images lie, how coordinates lead to them, and what is told of damage.

use crate::mesh::read::gltf::tests::making::{Glb, TRIANGLE, loaded};
use crate::mesh::{Image, ImageKind, IndexedMesh, Load, LoadReport, Texture, Wrap};
use crate::work::write_files;
use glam::DVec2;
use serde_json::{Value, json};
use std::path::Path;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and what follows";
const KTX2: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// Returns a file of a triangle with two sets of coordinates for each of `n` materials, with these lists beside.
fn file_of(glb: &mut Glb, materials: Value, mut lists: Value) -> Vec<u8> {
    let n = materials.as_array().map_or(0, Vec::len);
    let position = glb.floats("VEC3", &TRIANGLE);
    let uvs = [1.0, 2.0].map(|by| glb.floats("VEC2", &[[0.0, 0.0], [by, 0.0], [0.0, by]]));
    let attributes = json!({"POSITION": position, "TEXCOORD_0": uvs[0], "TEXCOORD_1": uvs[1]});
    let primitives: Vec<_> = (0..n).map(|i| json!({"attributes": attributes, "material": i})).collect();
    lists["nodes"] = json!([{"mesh": 0}]);
    lists["scenes"] = json!([{"nodes": [0]}]);
    lists["meshes"] = json!([{"primitives": primitives}]);
    lists["materials"] = materials;
    glb.file_of(lists)
}

fn with_texture(info: Value) -> Value {
    json!({"pbrMetallicRoughness": {"baseColorTexture": info}})
}

fn told(report: &LoadReport) -> Vec<String> {
    assert_eq!((report.problems, report.warnings.len()), (0, 0), "{report:?}");
    report.remarks.iter().map(|it| it.problem.to_string()).collect()
}

/// Returns what is read of a file in memory with one image.
fn of_image(materials: Value, textures: Value, samplers: Value) -> (IndexedMesh, LoadReport) {
    let mut glb = Glb::default();
    let view = glb.view(PNG.iter().copied());
    let images = json!([{"bufferView": view, "mimeType": "image/png", "name": "wood"}]);
    loaded(&file_of(&mut glb, materials, json!({"textures": textures, "samplers": samplers, "images": images})))
}

/// Returns the only texture of a file in memory with this use of texture 0, these textures and samplers, and what is
/// told.
fn texture(info: Value, textures: Value, samplers: Value) -> (Option<Texture>, Vec<String>) {
    let (mesh, report) = of_image(json!([with_texture(info)]), textures, samplers);
    (mesh.textures().materials().first().copied().flatten(), told(&report))
}

/// Returns materials of which each uses the texture of its number, and textures of which each uses such an image.
fn one_for_each(n: usize) -> [Vec<Value>; 2] {
    let materials = (0..n).map(|i| with_texture(json!({"index": i})));
    [materials.collect(), (0..n).map(|i| json!({"source": i})).collect()]
}

#[test]
fn samplers_say_how_images_go_on_and_whether_pixels_are_squares() {
    for (code, wrap) in [(10497, Wrap::Repeat), (33648, Wrap::Mirror), (33071, Wrap::Clamp), (7, Wrap::Repeat)] {
        for (filter, nearest) in [(9728, true), (9729, false), (7, false)] {
            let samplers = json!([{}, {"wrapS": code, "magFilter": filter}, {"wrapT": code}]);
            for (sampler, want, nearest) in
                [(1, [wrap, Wrap::Repeat], nearest), (2, [Wrap::Repeat, wrap], false), (0, [Wrap::Repeat; 2], false)]
            {
                let textures = json!([{"source": 0, "sampler": sampler}]);
                let (texture, told) = texture(json!({"index": 0}), textures, samplers.clone());
                let texture = texture.expect("a texture");
                assert_eq!((texture.wrap, texture.nearest, texture.set, told.len()), (want, nearest, 0, 0));
            }
        }
    }
}

#[test]
fn coordinates_are_scaled_then_turned_then_moved() {
    let of = |transform: Value| {
        let info = json!({"index": 0, "texCoord": 1, "extensions": {"KHR_texture_transform": transform, "X": 7}});
        let (texture, told) = texture(info, json!([{"source": 0}]), json!([]));
        assert!(told.is_empty(), "{told:?}");
        texture.expect("a texture")
    };
    let near = |texture: &Texture, uv: [f64; 2], want: [f64; 2]| {
        let found = texture.image_from_uv.transform_point2(DVec2::from(uv));
        assert!(found.distance(DVec2::from(want)) < 1e-12, "{uv:?}: {found}, {want:?}");
    };
    let plain = of(json!({}));
    assert_eq!((plain.set, plain.image_from_uv), (1, glam::DAffine2::IDENTITY));
    assert_eq!(of(json!({"texCoord": 0})).set, 0);
    // The example of the extension: the lower left quarter, turned clockwise by a right angle.
    let quarter = of(json!({"offset": [0, 1], "rotation": std::f64::consts::FRAC_PI_2, "scale": [0.5, 0.5]}));
    near(&quarter, [0.0, 0.0], [0.0, 1.0]);
    near(&quarter, [1.0, 0.0], [0.0, 0.5]);
    near(&quarter, [0.0, 1.0], [0.5, 1.0]);
    near(&quarter, [1.0, 1.0], [0.5, 0.5]);
    for seed in 0..50 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut number = || random.f64() * 8.0 - 4.0;
        let [x, y, angle, a, b, u, v] = std::array::from_fn(|_| number());
        let turned = of(json!({"offset": [x, y], "rotation": angle, "scale": [a, b]}));
        // A turn towards the top of an image, whose v runs downwards.
        let want = [x + angle.cos() * a * u + angle.sin() * b * v, y - angle.sin() * a * u + angle.cos() * b * v];
        near(&turned, [u, v], want);
    }
}

/// Returns the images of a mesh by their names, with their bytes or the reason why they have none.
fn images(mesh: &IndexedMesh) -> Vec<(String, Result<Vec<u8>, String>)> {
    let bytes = |image: &Image| image.encoded().map(|it| it.into_owned()).map_err(|problem| problem.to_string());
    mesh.textures().images().iter().map(|image| (image.name().to_owned(), bytes(image))).collect()
}

/// Writes a document with its buffer and its images in a folder; returns the folder and the path of the document, which
/// uses each image of the list.
fn written(list: Value) -> (tempfile::TempDir, std::path::PathBuf) {
    let around = tempfile::tempdir().expect("a folder");
    let folder = around.path().join("inside");
    let images = ["my wood.png", "deep/a.png", "again.png", "../secret.png", "../textures/b.png"];
    write_files(&folder, &images.map(|name| (name, [PNG, name.as_bytes()].concat())));
    let others = [("empty.png", &b""[..]), ("a.webp", b"RIFF\0\0\0\0WEBPVP8 "), ("a.ktx2", KTX2)];
    write_files(&folder, &others);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.png", folder.join("link.png")).expect("a link");
    let n = list.as_array().map_or(0, Vec::len);
    let mut glb = Glb::default();
    glb.view(PNG.iter().copied());
    let [materials, textures] = one_for_each(n);
    let file = file_of(&mut glb, json!(materials), json!({"textures": textures, "images": list}));
    let path = folder.canonicalize().expect("a path").join("t.glb");
    std::fs::write(&path, file).expect("a file");
    (around, path)
}

#[test]
fn images_lie_in_the_file_beside_it_and_in_the_document() {
    let data = format!("data:image/png;base64,{}", base64::Engine::encode(&base64::prelude::BASE64_STANDARD, PNG));
    let list = json!([{"bufferView": 0, "name": "in the file"}, {"uri": "my%20wood.png"}, {"uri": "deep/../deep/a.png"},
        {"uri": data, "name": "in the document"}, {"bufferView": 0}, {"uri": "./my wood.png"}]);
    let (_around, path) = written(list);
    let (mesh, report) = Load::file(&path).indexed_mesh().expect("a mesh");
    assert_eq!(told(&report), [""; 0]);
    let want = [
        ("in the file", ""),
        ("my wood.png", "my wood.png"),
        ("deep/../deep/a.png", "deep/a.png"),
        ("in the document", ""),
        ("image 4", ""),
        ("./my wood.png", "my wood.png"),
    ];
    let want = want.map(|(name, file)| (name.to_owned(), Ok([PNG, file.as_bytes()].concat())));
    assert_eq!(images(&mesh), want);
    // Images that share bytes keep their names, are decoded once, and their file counts once.
    let all = mesh.textures().images();
    assert!(all[0].is(&all[4]) && all[1].is(&all[5]) && !all[0].is(&all[3]));
    let of: Vec<_> = mesh.textures().materials().iter().map(|it| it.expect("a texture").image).collect();
    assert_eq!(of, [0, 1, 2, 3, 4, 5]);
    let files: Vec<_> = mesh.source().files().map(|file| file.strip_prefix(path.parent().expect("a folder"))).collect();
    assert_eq!(files, [Ok(Path::new("t.glb")), Ok(Path::new("my wood.png")), Ok(Path::new("deep/a.png"))]);
    // In memory, files that were given together are found, and bytes are copied.
    let bytes = std::fs::read(&path).expect("a file");
    let wood = [PNG, b"my wood.png"].concat();
    let given = [("t.glb", &bytes[..]), ("my wood.png", &wood[..])];
    let (mesh, report) = Load::files("t.glb", &given).indexed_mesh().expect("a mesh");
    let why = "the texture `deep/../deep/a.png` is not shown: it was not opened or dropped together with the mesh";
    assert_eq!(told(&report), [why]);
    assert_eq!((images(&mesh)[0].1.clone(), images(&mesh)[1].1.clone()), (Ok(PNG.to_vec()), Ok(wood)));
    assert_eq!(images(&mesh)[2].1, Err("was not opened or dropped together with the mesh".to_owned()));
    // Nothing is opened where nothing of it is kept.
    let (bare, report) = Load::file(&path).attributes(false).indexed_mesh().expect("a mesh");
    assert_eq!((told(&report).len(), images(&bare).len(), bare.source().files().count()), (0, 0, 1));
    assert!(bare.textures().materials().is_empty());
}

#[test]
fn an_image_on_disk_may_lie_in_a_folder_beside_that_of_the_document() {
    let (_around, path) = written(json!([{"uri": "../textures/b.png"}]));
    let (mesh, report) = Load::file(&path).indexed_mesh().expect("a mesh");
    let name = "../textures/b.png";
    assert_eq!((told(&report).len(), images(&mesh)), (0, vec![(name.to_owned(), Ok([PNG, name.as_bytes()].concat()))]));
}

#[test]
fn a_file_that_changed_or_went_is_told_when_its_image_is_wanted() {
    let (_around, path) = written(json!([{"uri": "again.png"}, {"bufferView": 0}]));
    let (mesh, _) = Load::file(&path).indexed_mesh().expect("a mesh");
    assert_eq!(mesh.textures().images().iter().map(Image::kind).collect::<Vec<_>>(), [Some(ImageKind::Png); 2]);
    std::fs::remove_file(path.with_file_name("again.png")).expect("removed");
    std::fs::write(&path, b"short").expect("written");
    let why = images(&mesh).into_iter().map(|it| it.1.expect_err("no image")).collect::<Vec<_>>();
    assert_eq!(why, ["is not there", "has changed since the mesh was loaded"]);
}

#[test]
fn images_that_are_missing_outside_or_of_another_format_are_told_by_name() {
    let list = [
        (r#"{"uri":"absent.png"}"#, "the texture `absent.png` is not shown: it is not there"),
        (r#"{"uri":"../secret.png"}"#, "`../secret.png` is not shown: it lies outside of the folder of the mesh"),
        (r#"{"uri":"%2e%2e/secret.png"}"#, "`../secret.png` is not shown: it lies outside of the folder of the mesh"),
        #[cfg(unix)]
        (r#"{"uri":"link.png"}"#, "`link.png` is not shown: it lies outside of the folder of the mesh"),
        (r#"{"uri":"https://a.org/a.png"}"#, "`https://a.org/a.png` is not shown: it lies outside of the folder"),
        (r#"{"uri":"file:///etc/passwd"}"#, "`file:///etc/passwd` is not shown: it lies outside of the folder"),
        (r#"{"uri":"deep"}"#, "`deep` is not shown: it is a folder"),
        (r#"{"uri":"empty.png"}"#, "`empty.png` is not shown: it is not a PNG or JPEG image"),
        (r#"{"uri":"t.glb"}"#, "`t.glb` is not shown: it is not a PNG or JPEG image"),
        (r#"{"uri":"a.webp"}"#, "`a.webp` is not shown: it is a WebP image, but only PNG and JPEG are shown"),
        (r#"{"uri":"a.ktx2"}"#, "`a.ktx2` is not shown: it is a KTX2 image, but only PNG and JPEG are shown"),
        (r#"{"uri":"data:image/png,abc","name":"lie"}"#, "`lie` is not shown: it is not a PNG or JPEG image"),
        (r#"{"uri":"data:;base64,!"}"#, "`image 12` is not shown: it is not a PNG or JPEG image"),
        (r#"{"name":"none"}"#, "`none` is not shown: it is not there"),
        (r#"{"bufferView":77}"#, "`image 14` is not shown: it is damaged (image 14 names buffer view 77, which is not"),
        (r#"{"bufferView":"x"}"#, "`image 15` is not shown: it is damaged (image 15 cannot be read: invalid type"),
        ("7", "`image 16` is not shown: it is damaged (image 16 cannot be read: invalid type"),
    ];
    let (images, why): (Vec<&str>, Vec<_>) = list.into_iter().unzip();
    let images = serde_json::from_str(&format!("[{}]", images.join(","))).expect("a list");
    let (_around, path) = written(images);
    let (mesh, report) = Load::file(&path).indexed_mesh().expect("a mesh");
    let told = told(&report);
    assert_eq!((told.len(), mesh.textures().images().len()), (why.len(), why.len()), "{told:?}");
    for (told, why) in told.iter().zip(why) {
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn images_of_other_formats_stand_behind_those_of_known_ones() {
    for (texture, want) in [
        (r#"{"source":0,"extensions":{"KHR_texture_basisu":{"source":1}}}"#, None),
        (r#"{"source":0,"extensions":{"EXT_texture_webp":{"source":1},"MSFT_texture_dds":{"source":1}}}"#, None),
        (r#"{"extensions":{"EXT_texture_other":{"source":1},"A":7}}"#, Some("KTX2")),
        (r#"{"extensions":{"KHR_texture_basisu":{"source":1},"EXT_texture_webp":{"source":0}}}"#, Some("KTX2")),
    ] {
        let texture: Value = serde_json::from_str(texture).expect("a texture");
        let mut glb = Glb::default();
        let views = [PNG, KTX2].map(|it| glb.view(it.iter().copied()));
        let lists = json!({"textures": [texture], "images": views.map(|view| json!({"bufferView": view})),
            "extensionsRequired": ["KHR_texture_basisu", "EXT_texture_webp", "KHR_materials_unlit"]});
        let (mesh, report) = loaded(&file_of(&mut glb, json!([with_texture(json!({"index": 0}))]), lists));
        let kind = mesh.textures().images()[0].kind();
        let want = want.map_or((ImageKind::Png, 0), |it| (ImageKind::Other(it), 1));
        assert_eq!((kind, told(&report).len()), (Some(want.0), want.1));
    }
}

#[test]
fn damage_in_textures_is_told_once_and_ignored() {
    let transformed = r#"{"index":0,"extensions":{"KHR_texture_transform":{"scale":2}}}"#;
    for (info, textures, samplers, has, why) in [
        (r#""x""#, "[]", "[]", false, "material 0 cannot be read: invalid type: string"),
        (r#"{"index":-1}"#, "[]", "[]", false, "material 0 cannot be read: invalid value: integer"),
        (r#"{"index":3}"#, "[{}]", "[]", false, "material 0 names texture 3, which is not there; it is"),
        (r#"{"index":0}"#, "7", "7", false, "material 0 names texture 0, which is not there; it is"),
        (r#"{"index":0}"#, "[7]", "[]", false, "texture 0 cannot be read: invalid type: integer"),
        (r#"{"index":0}"#, "[{}]", "[]", false, "texture 0 cannot be read: missing field `source`; it is"),
        (r#"{"index":0}"#, r#"[{"source":0,"sampler":5}]"#, "[]", true, "texture 0 names sampler 5, which"),
        (r#"{"index":0}"#, r#"[{"source":0,"sampler":0}]"#, r#"["x"]"#, true, "sampler 0 cannot be read: "),
        (r#"{"index":0}"#, r#"[{"source":9}]"#, "[]", true, "`image 9` is not shown: it is damaged (texture 0"),
        (r#"{"index":0,"texCoord":2}"#, r#"[{"source":0}]"#, "[]", false, "uses set 2 of texture coordinates, but"),
        (transformed, "[]", "[]", false, "material"),
    ] {
        let [info, textures, samplers] = [info, textures, samplers].map(|text| serde_json::from_str(text).expect(text));
        let (texture, told) = texture(info, textures, samplers);
        assert_eq!((texture.is_some(), told.len()), (has, 1), "{told:?}");
        assert!(told[0].contains(why), "{told:?}");
    }
    // Lists of another kind do not matter where nothing uses them.
    let lists = json!({"textures": {"a": 1}, "images": 7, "samplers": null});
    let materials = json!([{"extensions": 7}, {"extensions": {"KHR_materials_unlit": {}}}]);
    let (_, report) = loaded(&file_of(&mut Glb::default(), materials, lists));
    assert!(told(&report).is_empty());
    // Damage that many name is told once.
    let lists = json!({"textures": [{"source": 0}, {"source": 0}, "x"], "images": [8]});
    let materials = [0, 1, 0, 2, 2, 1].map(|index| with_texture(json!({"index": index})));
    let (mesh, report) = loaded(&file_of(&mut Glb::default(), json!(materials), lists));
    assert_eq!((told(&report).len(), mesh.textures().images().len()), (2, 1), "{report:?}");
}

#[test]
fn a_diffuse_texture_and_colour_stand_in_for_those_of_the_base() {
    let glossy = json!({"KHR_materials_pbrSpecularGlossiness":
        {"diffuseFactor": [1, 0, 0, 1], "diffuseTexture": {"index": 0, "texCoord": 1}}});
    let base = json!({"baseColorFactor": [0, 0, 1, 1], "baseColorTexture": {"index": 0}});
    let materials = json!([{"extensions": glossy}, {"extensions": glossy, "pbrMetallicRoughness": base}]);
    let (mesh, report) = of_image(materials, json!([{"source": 0}]), json!([]));
    assert!(told(&report).is_empty());
    assert_eq!(mesh.colors().materials(), [Some([1.0, 0.0, 0.0]), Some([0.0, 0.0, 1.0])]);
    assert_eq!([0, 1].map(|i| mesh.texture(i).expect("a texture").set), [1, 0]);
}

#[test]
fn light_stands_in_for_black_and_what_is_not_opaque_is_told() {
    let of = |factor: Value, light: Value| {
        json!({"pbrMetallicRoughness": {"baseColorFactor": factor}, "emissiveFactor": light,
            "emissiveTexture": {"index": 0}, "alphaMode": "MASK"})
    };
    let materials = json!([
        of(json!([0, 0, 0, 1]), json!([1, 0.0, 0])),
        of(json!([0, 0, 0, 1]), json!([0, 0, 0])),
        of(json!([0, 0, 1, 1]), json!([1, 0, 0])),
        {"alphaMode": "OPAQUE"}
    ]);
    let (mesh, report) = of_image(materials, json!([{"source": 0}]), json!([]));
    assert!(told(&report)[0].starts_with("materials that are transparent or cut out (`alphaMode`): 3; they are"));
    let want = [Some([1.0, 0.0, 0.0]), Some([0.0; 3]), Some([0.0, 0.0, 1.0]), None];
    assert_eq!((mesh.colors().materials(), told(&report).len()), (&want[..], 1));
    assert_eq!([0, 1, 2].map(|i| mesh.texture(i).is_some()), [true, false, false]);
}

#[test]
fn meshes_of_one_file_share_images_and_have_those_alone_that_they_use() {
    let mut glb = Glb::default();
    let views = [0, 1, 2].map(|_| glb.view(PNG.iter().copied()));
    let position = glb.floats("VEC3", &TRIANGLE);
    let uv = glb.floats("VEC2", &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let of = |material: usize| json!({"attributes": {"POSITION": position, "TEXCOORD_0": uv}, "material": material});
    let bare = json!({"attributes": {"POSITION": position}, "material": 0});
    let meshes = json!([{"primitives": [of(2), of(0)]}, {"primitives": [of(3), of(1), of(2)]}, {"primitives": [bare]}]);
    let [mut materials, textures] = one_for_each(3);
    materials.push(json!({}));
    let file = glb.file_of(json!({"nodes": [{"mesh": 0}, {"mesh": 1, "scale": [-1, 1, 1]}, {"mesh": 2}],
        "scenes": [{"nodes": [0, 1, 2]}], "meshes": meshes, "materials": materials,
        "textures": textures, "images": views.map(|it| json!({"bufferView": it}))}));
    let (parts, report) = Load::bytes("t.glb", &file).parts(0.0..1.0).expect("parts");
    assert_eq!(told(&report), ["glTF: mesh 2, primitive 0 has a texture, and no texture coordinates for it"]);
    let names = |mesh: &IndexedMesh| mesh.textures().images().iter().map(|it| it.name().to_owned()).collect::<Vec<_>>();
    let [first, second, _] = &parts.meshes[..] else { panic!("three meshes") };
    assert_eq!([names(first), names(second)], [["image 2", "image 0"], ["image 1", "image 2"]]);
    assert!(first.textures().images()[0].is(&second.textures().images()[1]));
    let of = |mesh: &IndexedMesh, i: u32| {
        mesh.texture(i).map(|it| mesh.textures().images()[it.image as usize].name().to_owned())
    };
    assert_eq!([0, 1].map(|i| of(first, i)), [Some("image 2".into()), Some("image 0".into())]);
    assert_eq!([0, 1, 2].map(|i| of(second, i)), [None, Some("image 1".into()), Some("image 2".into())]);
    let (joined, _) = loaded(&file);
    let want = ["image 2", "image 0", "", "image 1", "image 2", "image 0"];
    assert_eq!([0, 1, 2, 3, 4, 5].map(|i| of(&joined, i).unwrap_or_default()), want);
}

#[test]
fn copies_of_one_buffer_by_many_images_are_bounded() {
    let mut glb = Glb::default();
    let long = [PNG, &[0; 5000]].concat();
    glb.view(long.iter().copied());
    let n = 40;
    // Views of nearly all bytes, each a little shorter.
    glb.views.extend((0..n).map(|i| json!({"buffer": 0, "byteLength": long.len() - i})));
    let [materials, textures] = one_for_each(n);
    let images: Vec<_> = (1..=n).map(|view| json!({"bufferView": view})).collect();
    let file = file_of(&mut glb, json!(materials), json!({"textures": textures, "images": images}));
    let (mesh, report) = loaded(&file);
    let copied = self::images(&mesh).iter().filter(|it| it.1.is_ok()).count();
    assert!(copied == 4 && told(&report)[0].ends_with("`image 4` is not shown: it is too large"), "{copied}");
}
