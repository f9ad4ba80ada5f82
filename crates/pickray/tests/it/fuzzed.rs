//! Checks of whatever bytes make: under libFuzzer by `fuzz/`, and here on some thousand random strings.

pub mod gltf;
mod json;
mod loaded;
mod numbers;
mod obj;
mod off;
mod ply;
pub mod ray_tree;
pub mod saved_mesh;
mod saved_pick;
mod stl;
#[cfg(test)]
mod strings;
pub mod sweep_mesh;
mod swept_sphere;
mod triangle_triangle;

#[cfg(test)]
mod tests {
    use super::loaded::{CUTS, is_the_same_in};
    use super::strings::{bytes, each};
    use fastrand::Rng;
    use pickray::mesh::Load;

    /// Returns up to so many words of a list, each with one of the ends, and any byte in place of some.
    fn words(random: &mut Rng, list: &[&str], most: usize, ends: &[&str]) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..random.usize(..most) {
            if random.u8(..30) == 0 {
                text.push(random.u8(..));
            } else {
                text.extend(list[random.usize(..list.len())].bytes());
                text.extend(ends[random.usize(..ends.len())].bytes());
            }
        }
        text
    }

    #[test]
    fn random_bytes_as_a_tree_and_rays_get_the_answer_of_whole_numbers() {
        each(150, super::ray_tree::check, bytes);
    }

    #[test]
    fn random_bytes_as_two_triangles_get_the_answer_of_rationals() {
        each(600, super::triangle_triangle::check, bytes);
    }

    #[test]
    fn random_bytes_as_a_moving_sphere_touch_at_a_radius() {
        each(20_000, super::swept_sphere::check, bytes);
    }

    #[test]
    fn random_bytes_as_a_saved_pick_are_read_or_refused_and_run_again() {
        each(2_000, super::saved_pick::check, bytes);
    }

    #[test]
    fn random_changes_of_a_saved_mesh_are_refused_or_leave_a_sound_one() {
        each(1_000, super::saved_mesh::check, |random| (0..random.usize(3..13)).map(|_| random.u8(..)).collect());
    }

    #[test]
    fn random_bytes_as_a_mesh_and_a_ball_touch_where_its_triangles_do() {
        each(400, super::sweep_mesh::check, bytes);
    }

    #[test]
    fn strings_that_once_failed_are_the_same_in_pieces() {
        let triangle = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n";
        let far = b"f 1/2/ 2 3\n f 1/9 2 3\nf 1//-4 2 3\nf 1//-9 2 3\nf 1//-8 2 3\n";
        for bytes in [b"\\\\\x0b\r g\x9f\x9f\x9f\x9f".as_slice(), &[triangle.as_slice(), far].concat()] {
            let whole = Load::bytes("once.obj", bytes).mesh();
            for cut in CUTS {
                is_the_same_in(cut, &whole, "once.obj", bytes);
            }
        }
    }

    #[test]
    fn random_words_of_stl_and_damage_are_read_or_refused_the_same_in_steps() {
        const WORDS: [&str; 20] = [
            "solid a b", "endsolid", "facet normal 0 0 1", "FACET", "outer loop", "endloop", "endfacet", "endfacet",
            "vertex 0 0 0", "vertex 1 0 0", "vertex 0 1 0", "VERTEX\t1e0 .5 -2", "vertex nan 0 0", "vertex 1 2",
            "vertex 1 2 3 4", "vertex 1e39 0 x", "\r", "\u{feff}", "nonsense", "\\",
        ];
        each(6_000, super::stl::check, |random| {
            [vec![random.u8(..)], words(random, &WORDS, 60, &["\n", "\r\n", " \n", " "])].concat()
        });
        each(1_000, super::stl::check, bytes);
    }

    #[test]
    fn random_buffers_and_damaged_documents_are_read_or_refused_as_a_mesh_and_as_a_scene() {
        const VALUES: [&str; 14] = [
            "0", "1", "2", "3", "4", "-1", "5121", "5123", "5125", "5126", "1e40", "4294967295",
            "18446744073709551615", "null",
        ];
        each(1_000, super::gltf::check, bytes);
        each(12_000, super::gltf::check, |random| {
            let document = super::gltf::DOCUMENTS[random.usize(..super::gltf::DOCUMENTS.len())];
            let numbers: Vec<_> = document.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let mut damaged = document.to_owned();
            for _ in 0..random.usize(1..4) {
                let at = numbers[random.usize(..numbers.len())].min(damaged.len() - 1);
                let end = at + damaged[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
                damaged.replace_range(at..end, VALUES[random.usize(..VALUES.len())]);
            }
            // By itself, or beside a buffer.
            let choice: &[u8] = if random.bool() { &[] } else { &[0] };
            [choice, damaged.as_bytes()].concat()
        });
    }

    #[test]
    fn random_words_of_ply_and_bytes_are_read_or_refused_the_same_in_pieces() {
        const LINES: &str = "comment TextureFile a b.png|property float s\nproperty uchar t|6 0 0 1 0 0 1 1|\
            property float nx\nproperty short ny\nproperty double nz|7 0 0 1 nan 0 1 1|element vertex 9|comment here|\
            property list uchar float texcoord\nproperty int texnumber|property list float int vertex_index|\
            element vertex 3\nproperty float x\nproperty double y\nproperty uchar z|property int a|end_header|\
            end_header|element face 5\nproperty list uchar int vertex_indices|0 0 0|1 0 0|0 1.5 0|3 0 1 2|4 0 1 2 1|\
            3 0 1 9|2 0 1|-1|element tristrips 1\nproperty list char short vertex_index|5 0 1 2 -1 0 1 2|nan 1 2|\
            element edge 2\nproperty list short uint a\nproperty int b|\
            property uchar red\nproperty uchar green\nproperty uchar blue";
        const BYTES: [&str; 5] = ["end_header\r", "\0\0\0\0", "\u{3}\0\0\0\0\u{1}\0\0\0\u{2}\0\0\0", "x", "\r\n"];
        let lines: Vec<_> = LINES.split('|').map(|line| format!("{line}\n")).collect();
        let list: Vec<_> = lines.iter().map(String::as_str).chain(BYTES).collect();
        each(12_000, super::ply::check, |random| [vec![random.u8(..)], words(random, &list, 40, &[""])].concat());
        each(6_000, super::ply::check, bytes);
    }

    #[test]
    fn random_words_of_off_are_read_or_refused_the_same_in_pieces() {
        const WORDS: [&str; 20] = [
            "0 0 0", "1 0 0", "0 1 0", "1 1 .5", "3 0 1 2", "4 0 1 2 3", "3 0 1 9", "2 0 1", "3 0", "-1", "nan 0 0",
            "1e39 0 x", "0.1 0.2 0.3", "255 0 7 255", "# 1 2", "\n", "\r\n", "\n", "\t", "4 3",
        ];
        each(15_000, super::off::check, |random| {
            [vec![random.u8(..)], words(random, &WORDS, 60, &[" ", "\n", "\n"])].concat()
        });
    }

    #[test]
    fn random_statements_and_damage_are_the_same_in_pieces() {
        const LINES: [&str; 9] = [
            "\nvt 0.5 0.25\n",
            "\nvn 0.0 0.0 1.0\n",
            "\nf 1/1/1 2/1/1 3/2/1\n",
            "\nf 1/1/1 2/2/2 3/3/3\n",
            "\n",
            "\r\n",
            "\n",
            "\\\n",
            "\n#MRGB 7f01020300ffffff",
        ];
        const WORDS: &str = "v f vn vt o g usemtl s l p # 0 1 -1 2 3//1 4/5/6 -2 0.5 1e9 nan 1e400 \t \u{feff}";
        let list: Vec<_> = LINES.into_iter().chain(WORDS.split(' ')).collect();
        each(8_000, super::obj::check, |random| {
            let start = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0.5\n".to_vec();
            let mut text = [start, words(random, &list, 60, &[" "]), b"\nf 1 2 3 4\n".to_vec()].concat();
            for _ in 0..random.usize(..3) {
                let place = random.usize(..text.len());
                text[place] = random.u8(..);
            }
            text
        });
    }
}
