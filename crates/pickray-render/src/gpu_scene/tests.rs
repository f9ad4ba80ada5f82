//! States of triangles in memory and in the texture.

use super::*;
use crate::gl::Framebuffer;
use crate::tests::*;

fn read_back(gl: &Gl, state: &TriangleState) -> Vec<u8> {
    let framebuffer = Framebuffer::new(gl).expect("a framebuffer");
    framebuffer.attach_texture(glow::COLOR_ATTACHMENT0, &state.texture);
    framebuffer.check().expect("an integer framebuffer");
    let (columns, rows) = (state.columns as i32, (state.states.len() / state.columns) as i32);
    let mut texels = vec![0_u8; state.states.len() * 16];
    let pixels = glow::PixelPackData::Slice(Some(&mut texels));
    call!(gl, read_pixels(0, 0, columns, rows, glow::RGBA_INTEGER, glow::UNSIGNED_INT, pixels));
    texels.chunks_exact(16).map(|texel| texel[0]).collect()
}

#[test]
fn only_what_changed_is_written_and_the_texture_holds_it() {
    let context = context();
    let gl = context.gl();
    let limits = Limits { texture_size: 64, ..Limits::of(gl) };
    let mut random = seeded();
    for n in [1, 2, 63, 64, 65, 1000, 4096] {
        let mut state = TriangleState::new(gl, n, &limits).expect("a texture");
        assert_eq!(read_back(gl, &state), state.states, "{n} fresh");
        let changed: Vec<_> = (0..n.min(200)).map(|_| random.u32(0..n as u32)).collect();
        changed.iter().for_each(|&triangle| state.set(triangle, SELECTED, true));
        assert_eq!(state.flush().1, BTreeSet::from_iter(changed).len() as u64);
        assert_eq!(state.flush(), (Vec::new(), 0));
        assert_eq!(read_back(gl, &state), state.states, "{n} changed");
    }
}

#[test]
fn what_ends_as_it_was_is_not_marked_twice_and_ids_out_of_range_are_ignored() {
    let context = context();
    let mut state = TriangleState::new(context.gl(), 10, &Limits::of(context.gl())).expect("a texture");
    for (triangle, bit) in [(3, SELECTED), (3, MARKED), (3, MARKED), (10, SELECTED)] {
        state.set(triangle, bit, true);
    }
    assert_eq!(state.flush(), (vec![(3, 4)], 1));
}

#[test]
fn whole_rows_and_many_scattered_entries_are_written_right() {
    let context = context();
    let gl = context.gl();
    let mut state = TriangleState::new(gl, 100_000, &Limits::of(gl)).expect("a texture");
    (100..99_000).for_each(|triangle| state.set(triangle, SELECTED, true));
    assert_eq!(state.flush(), (vec![(100, 99_000)], 98_900));
    assert_eq!(read_back(gl, &state), state.states);
    (0..100_000).step_by(7).for_each(|triangle| state.set(triangle, MARKED, true));
    let (changed, written) = state.flush();
    assert!(changed.len() == 100_000_usize.div_ceil(7) && 100_000 / 7 <= written);
    assert_eq!(read_back(gl, &state), state.states);
}

#[test]
fn runs_join_neighbours_and_small_gaps() {
    assert_eq!(runs(&[1, 2, 3, 7, 9], 0), [(1, 4), (7, 8), (9, 10)]);
    assert_eq!(runs(&[1, 2, 3, 7, 9], 1), [(1, 4), (7, 10)]);
    assert_eq!(runs(&[], 3), []);
}
