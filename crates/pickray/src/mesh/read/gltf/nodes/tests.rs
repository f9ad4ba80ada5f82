use super::*;
use crate::mesh::Warning;
use crate::mesh::read::gltf::buffers::Buffers;
use crate::mesh::tests::assert_tells;
use crate::mesh::text::Text;
use crate::work::Progress;

/// Meshes that nodes place, what is told of the nodes, and the first node.
type Placed = (Vec<PlacedMesh>, [Vec<Warning>; 2], Option<Node>);

fn placed_and_told(rest: &str) -> Result<Placed, String> {
    let text = format!(r#"{{"asset":{{"version":"2.0"}},{rest}}}"#);
    let document = Document::new(text.as_bytes(), false).expect("a document");
    let (whole, progress) = (Text::Bytes(text.as_bytes()), Progress::default());
    let mut source = Source::new(&document, Buffers::new(&whole, None, None), &progress);
    let told = |refusal: Refusal| refusal.into_load_error("t", 0).to_string();
    let mut nodes = Nodes::read(&document).map_err(told)?;
    let placed = nodes.placed_meshes(&mut source).map_err(told)?;
    Ok((placed, source.problems.into_lists(), nodes.into_tree()))
}

fn placed(rest: &str) -> Result<Vec<PlacedMesh>, String> {
    placed_and_told(rest).map(|(placed, ..)| placed)
}

#[test]
fn meshes_stand_where_all_nodes_above_put_them() {
    let placed = placed(
        r#""scene":1,"scenes":[{"nodes":[9]},{"nodes":[2,0]}],"nodes":[
        {"mesh":4,"name":"last"},
        {"mesh":1,"scale":[1,2,1],"children":[3]},
        {"mesh":0,"name":"first","translation":[1,0,0],
         "rotation":[0,0,0.7071067811865476,0.7071067811865476],"children":[1,4]},
        {"mesh":2,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1],"name":""},
        {"mesh":3}]"#,
    )
    .expect("nodes");
    let found: Vec<_> = placed.iter().map(|it| (it.node.as_str(), it.shape.mesh)).collect();
    assert_eq!(found, [("first", 0), ("node 1", 1), ("node 3", 2), ("node 4", 3), ("last", 4)]);
    let end = placed[2].world_from_object.transform_point3(DVec3::new(1.0, 1.0, 0.0));
    assert!((end - DVec3::new(1.0 - 12.0, 1.0, 0.0)).length() < 1e-12, "{end}");
    assert!(placed.iter().all(|it| !it.mirrors));
}

#[test]
fn each_node_knows_its_name_and_those_that_hold_it() {
    let (wheels, _, first) = placed_and_told(
        r#""nodes":[{"mesh":0,"name":"wheel"},{"children":[0]},{"name":"car","children":[1]},
        {"name":"cart","children":[0]}]"#,
    )
    .expect("meshes");
    let first = first.expect("nodes");
    let chain = |wheel: &PlacedMesh| -> Vec<_> {
        let above = std::iter::successors(Some(first.other(wheel.met)), Node::parent);
        above.map(|node| node.name().to_owned()).collect()
    };
    let chains: Vec<_> = wheels.iter().map(chain).collect();
    assert_eq!(chains, [vec!["wheel", "node 1", "car"], vec!["wheel", "cart"]]);
}

#[test]
fn a_node_of_several_parents_stands_below_each_and_is_told_of_once_for_each() {
    let nodes = r#""scenes":[{"nodes":[0,1,2]}],"nodes":[{"translation":[1,0,0],"children":[2]},
        {"translation":[2,0,0],"children":[2]},{"translation":[0,1,0],"children":[3]},{"mesh":0}]"#;
    let (placed, [warnings, remarks], _) = placed_and_told(nodes).expect("nodes");
    let at: Vec<_> = placed.iter().map(|it| it.world_from_object.translation.to_array()).collect();
    assert_eq!(at, [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
    let told: Vec<_> = remarks.iter().map(|it| it.problem.to_string()).collect();
    let why = "glTF: node 2 is placed more than once, by several parents or by the scene, too, which glTF does not \
               allow; it is loaded each time";
    assert_eq!((warnings.len(), told), (0, vec![why.to_owned(); 2]));
}

#[test]
fn nodes_that_double_at_each_step_are_bounded_and_take_no_time() {
    let chain: Vec<_> = (1..60).map(|child| format!(r#"{{"children":[{child},{child}]}}"#)).collect();
    for last in [r#"{"mesh":0}"#, "{}"] {
        let nodes = format!(r#""scenes":[{{"nodes":[0]}}],"nodes":[{},{last}]"#, chain.join(","));
        let why = "would make 262145 objects, and the bytes that are there stand for 262144 at most; correct";
        assert_tells(&placed(&nodes).expect_err("too many"), why);
    }
}

#[test]
fn a_hidden_node_hides_all_below_it() {
    let placed = placed(
        r#""scenes":[{"nodes":[0,3]}],"nodes":[{"mesh":0,"children":[1]},
        {"mesh":1,"children":[2],"extensions":{"KHR_node_visibility":{"visible":false}}},
        {"mesh":2,"extensions":{"KHR_node_visibility":{"visible":true}}},
        {"mesh":3,"extensions":{"KHR_node_visibility":{},"ANY":7}}]"#,
    )
    .expect("nodes");
    assert_eq!(placed.iter().map(|it| it.visible).collect::<Vec<_>>(), [true, false, false, true]);
}

#[test]
fn without_a_scene_all_roots_are_taken() {
    let placed = placed(r#""nodes":[{"mesh":0},{"children":[0]},{"mesh":1}]"#).expect("nodes");
    assert_eq!(placed.iter().map(|it| it.shape.mesh).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn circles_and_broken_transforms_are_refused() {
    for (nodes, why) in [
        (r#"{"children":[1]},{"children":[0]}"#, "node 0 is met twice"),
        (r#"{"children":[1]},{"children":[2]},{"children":[3,1]},{}"#, "node 1 is met twice: nodes form a cycle"),
        (r#"{"children":[7]}"#, "node 0 names node 7, which is not there"),
        (r#"{"matrix":[1,2,3]}"#, "node 0 cannot be read: invalid length 3"),
        (r#"{"matrix":[1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]}"#, "node 0 has a matrix whose last row"),
        (r#"{"rotation":[0,0,0,0]}"#, "node 0 has a rotation of no length"),
        (r#"{"scale":[1e200,1,1],"children":[1]},{"scale":[1e200,1,1]}"#, "node 1 is placed by numbers"),
    ] {
        assert_tells(&placed(&format!(r#""scenes":[{{"nodes":[0]}}],"nodes":[{nodes}]"#)).expect_err(nodes), why);
    }
}

#[test]
fn a_long_chain_of_nodes_takes_no_stack() {
    let n = 200_000;
    let chain: Vec<_> = (1..n).map(|child| format!(r#"{{"children":[{child}]}}"#)).collect();
    let nodes = format!(r#""scenes":[{{"nodes":[0]}}],"nodes":[{},{{"mesh":0}}]"#, chain.join(","));
    assert_eq!(placed(&nodes).expect("nodes").len(), 1);
}
