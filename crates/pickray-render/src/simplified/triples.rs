//! Numbers of different triples of whole numbers, in the order in which they first come.

/// Mark of an empty slot.
const EMPTY: u32 = u32::MAX;

/// Different triples in the order in which they came, and a table in which they are looked up.
pub(super) struct Triples {
    pub(super) all: Vec<[u32; 3]>,
    slots: Vec<u32>,
}

impl Triples {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), slots: vec![EMPTY; 1 << 12] }
    }

    /// Returns the number of a triple, which is the next number if the triple is new.
    pub(super) fn number(&mut self, triple: [u32; 3]) -> u32 {
        if self.slots.len() < 4 * self.all.len() {
            self.slots = vec![EMPTY; 4 * self.slots.len()];
            for index in 0..self.all.len() {
                let slot = self.slot_of(self.all[index]);
                self.slots[slot] = index as u32;
            }
        }
        let slot = self.slot_of(triple);
        if self.slots[slot] == EMPTY {
            self.slots[slot] = self.all.len() as u32;
            self.all.push(triple);
        }
        self.slots[slot]
    }

    fn slot_of(&self, triple: [u32; 3]) -> usize {
        let mixed = triple.iter().fold(0, |mixed: u32, &x| (mixed.rotate_left(5) ^ x).wrapping_mul(0x9e37_79b9));
        let mut slot = hash(mixed) as usize & (self.slots.len() - 1);
        while self.slots[slot] != EMPTY && self.all[self.slots[slot] as usize] != triple {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }
}

/// Returns a number scattered over 32 bits without visible pattern, a bijection: Chris Wellons' `lowbias32`.
pub(super) fn hash(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}
