//! Writes a mesh as OBJ text to the file that is named, and the library's answers about it, eight bytes each, to the
//! other.

use pickray::mesh::samples::Sample;
use std::error::Error;
use std::fmt::Write;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(obj), Some(answers)) = (arguments.next(), arguments.next()) else {
        return Err("name a file for the mesh and one for the answers".into());
    };
    let (positions, triangles) = Sample::TorusKnot.positions_and_triangles();
    let mut text = String::from("# A knot, and a vertex that no triangle uses.\n");
    positions.iter().try_for_each(|[x, y, z]| writeln!(text, "v {x} {y} {z}"))?;
    text += "v 9 9 9\n";
    triangles.iter().try_for_each(|[a, b, c]| writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1))?;
    fs::write(obj, &text)?;
    let bytes: Vec<u8> =
        pickray_wasm::all_answers(text.as_bytes()).iter().flat_map(|number| number.to_le_bytes()).collect();
    fs::write(answers, bytes)?;
    Ok(())
}
