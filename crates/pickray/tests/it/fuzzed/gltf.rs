//! Any bytes as a GLB, its document or its buffer: no panic, no hang, no index of no vertex, and the scene has what the
//! joined mesh has.

use pickray::mesh::{Format, Load, Mesh};

/// A document of all that a buffer can mean: positions and colours that lie between each other, sparse ones, indices, a
/// strip and a fan.
const DOCUMENT: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,2]}],
"nodes":[{"children":[1],"scale":[1,2,-1]},{"mesh":0,"rotation":[0,0,0.6,0.8]},{"mesh":1,"translation":[1,0,0]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":1},"indices":2,"mode":5},
{"attributes":{"POSITION":0},"indices":2}]},
{"primitives":[{"attributes":{"POSITION":3},"mode":6,"material":0},{"attributes":{"POSITION":0},"mode":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0,1,1]}}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
{"bufferView":0,"byteOffset":12,"componentType":5121,"normalized":true,"count":4,"type":"VEC4"},
{"bufferView":1,"componentType":5121,"count":8,"type":"SCALAR"},
{"bufferView":2,"componentType":5123,"normalized":true,"count":4,"type":"VEC3",
"sparse":{"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2,"byteOffset":4}}}],
"bufferViews":[{"buffer":0,"byteLength":64,"byteStride":16},{"buffer":0,"byteOffset":64,"byteLength":8},
{"buffer":0,"byteLength":40,"byteStride":8}],
"buffers":[{"byteLength":72}]}"#;

/// A document of a mesh that a skin and a morph target pose, all of whose numbers are bytes.
const POSED: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"children":[1,2],"scale":[1,1,-1]},{"mesh":0,"skin":0,"weights":[0.5]},{"rotation":[0,0,0.6,0.8]}],
"skins":[{"joints":[2,0]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},
"targets":[{"POSITION":3}],"mode":5}]}],
"accessors":[{"bufferView":0,"componentType":5120,"count":4,"type":"VEC3"},
{"bufferView":0,"byteOffset":12,"componentType":5121,"count":4,"type":"VEC4"},
{"bufferView":0,"byteOffset":28,"componentType":5121,"normalized":true,"count":4,"type":"VEC4"},
{"bufferView":0,"byteOffset":44,"componentType":5120,"count":4,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":72}],"buffers":[{"byteLength":72}]}"#;

/// A document of instances below two parents, of which one is hidden, with bytes for all but the indices.
const PLACED: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"children":[2],"extensions":{"KHR_node_visibility":{"visible":false}}},{"children":[2],"scale":[1,2,-1]},
{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":1,"ROTATION":2,"SCALE":3}}}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":4},{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5120,"count":6,"type":"VEC3"},
{"bufferView":0,"byteOffset":18,"componentType":5120,"count":3,"type":"VEC3"},
{"bufferView":0,"byteOffset":27,"componentType":5120,"normalized":true,"count":3,"type":"VEC4"},
{"bufferView":0,"byteOffset":39,"componentType":5120,"count":3,"type":"VEC3"},
{"componentType":5121,"count":6,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":72}],"buffers":[{"byteLength":72}]}"#;

/// A document of primitives that share positions and have other texture coordinates and normals, in a pose and
/// mirrored, with textures in the buffer and in the document.
const TEXTURED: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"mesh":0,"scale":[1,2,-1]},{"mesh":0,"weights":[1],"rotation":[0,0,0.6,0.8]}],
"meshes":[{"primitives":[
{"attributes":{"POSITION":0,"TEXCOORD_0":1,"NORMAL":2},"targets":[{"POSITION":3,"NORMAL":3}],"mode":5,"material":0},
{"attributes":{"POSITION":0,"TEXCOORD_0":4,"TEXCOORD_1":1},"targets":[{"POSITION":3}],"mode":5,"material":1},
{"attributes":{"POSITION":0},"targets":[{"POSITION":3}],"mode":6,"material":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":0,
"extensions":{"KHR_texture_transform":{"offset":[1,0],"rotation":2,"scale":[3,1],"texCoord":0}}}}},
{"pbrMetallicRoughness":{"baseColorTexture":{"index":1,"texCoord":1}}}],
"textures":[{"source":0,"sampler":0},{"source":1}],"samplers":[{"wrapS":33071,"wrapT":33648,"magFilter":9728}],
"images":[{"bufferView":0,"name":"a"},{"uri":"data:image/png;base64,iVBORw0KGgo="}],
"accessors":[{"bufferView":0,"componentType":5120,"count":4,"type":"VEC3"},
{"bufferView":0,"byteOffset":12,"componentType":5126,"count":4,"type":"VEC2"},
{"bufferView":0,"byteOffset":44,"componentType":5120,"normalized":true,"count":4,"type":"VEC3"},
{"bufferView":0,"byteOffset":56,"componentType":5120,"count":4,"type":"VEC3"},
{"bufferView":0,"byteOffset":40,"componentType":5123,"count":4,"type":"VEC2"}],
"bufferViews":[{"buffer":0,"byteLength":72}],"buffers":[{"byteLength":72}]}"#;

/// The documents that a buffer is put beside.
pub const DOCUMENTS: [&str; 4] = [DOCUMENT, POSED, PLACED, TEXTURED];

/// A GLB of a document and a buffer.
pub fn glb(document: &[u8], buffer: &[u8]) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind.as_slice(), bytes].concat();
    [b"glTF\x02\0\0\0\0\0\0\0".to_vec(), chunk(b"JSON", document), chunk(b"BIN\0", buffer)].concat()
}

/// Checks what the bytes make by themselves where they begin as a file does, as a document beside a buffer, or as the
/// buffer of one of [`DOCUMENTS`].
pub fn check(bytes: &[u8]) {
    check_file(&match bytes {
        whole if whole.starts_with(b"{") || whole.starts_with(b"glTF") => whole.to_vec(),
        [choice, document @ ..] if choice.is_multiple_of(2) => glb(document, &[1; 200]),
        [choice, buffer @ ..] => {
            let mut buffer = buffer.to_vec();
            buffer.resize(72, 0);
            glb(DOCUMENTS[usize::from(choice / 2) % DOCUMENTS.len()].as_bytes(), &buffer)
        }
        [] => Vec::new(),
    });
}

fn check_file(file: &[u8]) {
    let bare = Load::bytes("fuzz.glb", file).attributes(false).mesh();
    let (mesh, scene) = (Load::bytes("fuzz.glb", file).mesh(), Load::bytes("fuzz.glb", file).scene());
    match (mesh, scene) {
        (Err(mesh), Err(scene)) => {
            assert_eq!(mesh.to_string(), scene.to_string());
            assert_eq!(mesh.to_string(), bare.expect_err("refused as well").to_string());
            assert_eq!(mesh.to_string().lines().count(), 1, "{mesh}");
        }
        (Ok((mesh, report)), Ok((scene, of_scene))) => {
            if !matches!(report.format, Some(Format::Gltf | Format::Glb)) {
                return;
            }
            let meshes: Vec<&Mesh> = scene.objects().iter().map(|object| &*object.mesh).collect();
            let n: usize = meshes.iter().map(|mesh| mesh.n_triangles()).sum();
            assert_eq!((n, of_scene.triangles), (mesh.n_triangles(), report.triangles));
            let (bare, _) = bare.expect("a mesh without attributes as well");
            assert_eq!((bare.positions(), bare.triangles()), (mesh.positions(), mesh.triangles()));
            assert!(bare.texture_coordinates(0).is_none() && bare.normals().is_none());
            for mesh in meshes.into_iter().chain([&mesh]) {
                assert!(mesh.positions().as_flattened().iter().all(|x| x.is_finite()));
                assert!(mesh.triangles().as_flattened().iter().all(|&corner| (corner as usize) < mesh.n_vertices()));
                for triangle in 0..mesh.n_triangles() as u32 {
                    assert!(mesh.source().group(triangle).is_some());
                    mesh.corner_colors(triangle);
                    mesh.normal_at(triangle, 0.25, 0.5);
                    mesh.texel_at(triangle, 0.25, 0.5);
                    for set in 0..2 {
                        let at = mesh.texture_coordinate_at(set, triangle, 0.25, 0.5);
                        assert!(at.is_none_or(|uv| uv.is_finite()));
                    }
                }
            }
        }
        (mesh, scene) => panic!("{:?}\n{:?}", mesh.map(|(_, report)| report), scene.map(|(_, report)| report)),
    }
}
