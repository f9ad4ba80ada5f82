//! Search for equal triangles in a range of triangles that no plane divides.

use super::Soup;
use super::binary::BuildItem;

/// Moves one item of each set of equal triangles, the one of lowest index, to the front of `items`, and returns the
/// number of these items. Adds every other triangle to `duplicates`, as a pair of the index kept and its own index.
///
/// Triangles are equal if their corners have the same bits in the same order: a triangle that begins at another corner
/// has other u and v, and one of opposite winding has another front side.
pub fn set_apart(soup: &Soup, items: &mut [BuildItem], duplicates: &mut Vec<[u32; 2]>) -> usize {
    let bits = |item: &BuildItem| soup.corners(item.id as usize).map(|corner| corner.map(f32::to_bits));
    items.sort_unstable_by_key(|item| (bits(item), item.id));
    let mut held = 1;
    for i in 1..items.len() {
        if bits(&items[i]) == bits(&items[held - 1]) {
            duplicates.push([items[held - 1].id, items[i].id]);
        } else {
            items[held] = items[i];
            held += 1;
        }
    }
    held
}
