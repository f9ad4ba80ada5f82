//! Search for equal triangles where no plane divides a range of them.

use super::Soup;
use super::binary::Item;

/// Puts the different `items` in front, of equal ones the lowest, others into `duplicates`; returns how many stay.
///
/// Triangles are equal if their corners have the same bits in the same order: with another first corner u and v are
/// others, with another winding the side is.
pub fn set_apart(soup: &Soup, items: &mut [Item], duplicates: &mut Vec<[u32; 2]>) -> usize {
    let bits = |item: &Item| soup.corners(item.id as usize).map(|corner| corner.map(f32::to_bits));
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
