//! Packs values, trees included, as bytes, from which another instance of the same program unpacks the same values.
//!
//! A web page shares no memory with its worker, so requests to the worker, and what the worker reads, builds and
//! computes, are passed as bytes. Numbers are packed as they lie in memory, a list behind its length, and a value
//! shared by several `Arc`s only once. Saved meshes use the same code, with header, checksum and checks.
//!
//! Bytes that are cut off are refused. Changed bytes may give a value that gives wrong answers or panics when it is
//! used. So unpack only bytes that the program itself has packed, never those of a file or a link.

use super::memory;
use bytemuck::Pod;
use glam::{DAffine2, DAffine3, DMat2, DMat3, DMat4, DVec2, DVec3, DVec4};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Head of all bytes that this program packs: its name and version.
const HEAD: &[u8] = concat!("pickray ", env!("CARGO_PKG_VERSION"), "\0").as_bytes();

/// Returns the bytes that a value is packed as, behind a header with the version of the program.
pub fn to_bytes(value: &impl Packed) -> Vec<u8> {
    write(HEAD, |out| value.pack(out))
}

/// Returns the value that this version of the program packed as `bytes`; `None` if they are not exactly such bytes.
pub fn from_bytes<T: Packed>(bytes: &[u8]) -> Option<T> {
    read(bytes.strip_prefix(HEAD)?, T::unpack)
}

/// Returns the bytes `head`, followed by those that `pack` writes. Calls `pack` twice, first to count the bytes; it
/// must write the same both times.
pub fn write(head: &[u8], pack: impl Fn(&mut Packer)) -> Vec<u8> {
    let mut counted = Packer { is_dry: true, ..Packer::default() };
    pack(&mut counted);
    let mut out = Packer { bytes: Vec::with_capacity(head.len() + counted.length), ..Packer::default() };
    out.write(head);
    pack(&mut out);
    out.bytes
}

/// Returns the value that `unpack` reads from `bytes`; `None` if it fails or does not read all of the bytes.
pub fn read<'a, T>(bytes: &'a [u8], unpack: impl FnOnce(&mut Unpacker<'a>) -> Option<T>) -> Option<T> {
    let mut from = Unpacker { rest: bytes, shared: Vec::new() };
    unpack(&mut from).filter(|_| from.rest.is_empty())
}

/// Value that can be packed as bytes and unpacked from them.
pub trait Packed: Sized {
    fn pack(&self, out: &mut Packer);

    /// Takes a value from the bytes that follow; `None` where they hold none.
    fn unpack(from: &mut Unpacker) -> Option<Self>;

    fn pack_all(all: &[Self], out: &mut Packer) {
        all.iter().for_each(|value| value.pack(out));
    }

    /// Takes `n` values that follow each other; `None` where the bytes hold fewer.
    fn unpack_all(n: usize, from: &mut Unpacker) -> Option<Vec<Self>> {
        // Each value takes a byte or more, so no more room is made than there can be values.
        if n <= from.rest.len() { (0..n).map(|_| Self::unpack(from)).collect() } else { None }
    }
}

#[derive(Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
    length: usize,
    /// `true` if bytes are only counted, not stored.
    is_dry: bool,
    /// Number of each `Arc` packed so far, by type and address: empty lists of several types may share an address.
    shared: HashMap<(TypeId, usize), u32>,
}

impl Packer {
    pub fn write(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        if !self.is_dry {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Packs a list of values: first its length, then the values.
    pub fn list<T: Packed>(&mut self, all: &[T]) {
        (all.len() as u64).pack(self);
        T::pack_all(all, self);
    }

    /// Packs a shared value when it first comes, and then its number.
    fn share<T: ?Sized + 'static>(&mut self, value: &Arc<T>, pack: impl FnOnce(&mut Self)) {
        let key = (TypeId::of::<T>(), Arc::as_ptr(value).cast::<u8>() as usize);
        let known = self.shared.get(&key).copied();
        known.pack(self);
        if known.is_none() {
            pack(self);
            self.shared.insert(key, self.shared.len() as u32);
        }
    }
}

#[derive(Debug)]
pub struct Unpacker<'a> {
    rest: &'a [u8],
    /// All `Arc`s unpacked so far, each at the index that is its number.
    shared: Vec<Box<dyn Any>>,
}

impl<'a> Unpacker<'a> {
    /// Returns the next `n` times `size` bytes; `None` if fewer are left.
    pub fn take(&mut self, n: usize, size: usize) -> Option<&'a [u8]> {
        self.rest.split_off(..n.checked_mul(size)?)
    }

    /// Reads the length of a list; `None` if there are too few bytes or the length does not fit into `usize`.
    pub fn length(&mut self) -> Option<usize> {
        u64::unpack(self)?.try_into().ok()
    }

    /// Returns a shared value: a new one, or the one that came under its number.
    fn share<T: Clone + 'static>(&mut self, unpack: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if let Some(number) = Option::<u32>::unpack(self)? {
            return self.shared.get(number as usize)?.downcast_ref::<T>().cloned();
        }
        let value = unpack(self)?;
        self.shared.push(Box::new(value.clone()));
        Some(value)
    }
}

/// Implements [`Packed`] for types. After `plain`, the bytes of each type in memory are its packed bytes; otherwise all
/// fields or variants are packed one after the other.
#[doc(hidden)]
#[macro_export]
macro_rules! packed {
    (plain $($type:ty),*) => {
        $(const _: () = {
            use $crate::work::packed::{Packed, Packer, Unpacker, unpack_plain};
            impl Packed for $type {
                fn pack(&self, out: &mut Packer) {
                    out.write(bytemuck::bytes_of(self));
                }

                fn unpack(from: &mut Unpacker) -> Option<Self> {
                    from.take(1, size_of::<Self>()).map(bytemuck::pod_read_unaligned)
                }

                fn pack_all(all: &[Self], out: &mut Packer) {
                    out.write(bytemuck::cast_slice(all));
                }

                fn unpack_all(n: usize, from: &mut Unpacker) -> Option<Vec<Self>> {
                    unpack_plain(n, from)
                }
            }
        };)*
    };
    (struct $type:ty { $($field:tt),* }) => {
        const _: () = {
            use $crate::work::packed::{Packed, Packer, Unpacker};
            impl Packed for $type {
                fn pack(&self, out: &mut Packer) {
                    $(self.$field.pack(out);)*
                }

                fn unpack(from: &mut Unpacker) -> Option<Self> {
                    Some(Self { $($field: Packed::unpack(from)?),* })
                }
            }
        };
    };
    (enum $type:ty [$($variant:ident $(($($value:ident),*))? $({ $($field:ident),* })?),*]) => {
        const _: () = {
            use $crate::work::packed::{Packed, Packer, Unpacker};
            enum Tag { $($variant),* }
            impl Packed for $type {
                fn pack(&self, out: &mut Packer) {
                    match self {
                        $(Self::$variant $(($($value),*))? $({ $($field),* })? => {
                            (Tag::$variant as u8).pack(out);
                            $($($value.pack(out);)*)?
                            $($($field.pack(out);)*)?
                        })*
                    }
                }

                fn unpack(from: &mut Unpacker) -> Option<Self> {
                    let tag = u8::unpack(from)?;
                    $(if tag == Tag::$variant as u8 {
                        $($(let $value = Packed::unpack(from)?;)*)?
                        $($(let $field = Packed::unpack(from)?;)*)?
                        return Some(Self::$variant $(($($value),*))? $({ $($field),* })?);
                    })*
                    None
                }
            }
        };
    };
}

/// Reads `n` values whose packed bytes are their bytes in memory; `None` without enough bytes or memory.
pub fn unpack_plain<T: Pod>(n: usize, from: &mut Unpacker) -> Option<Vec<T>> {
    let bytes = from.take(n, size_of::<T>())?;
    let mut all = memory::filled(n, T::zeroed()).ok()?;
    bytemuck::cast_slice_mut(&mut all).copy_from_slice(bytes);
    Some(all)
}

packed!(plain u8, i32, u32, u64, usize, f32, f64, [u8; 3], [u32; 2], [u32; 3], [usize; 2], [f32; 2], [f32; 3]);
packed!(plain [f32; 4], [f32; 8], [f64; 2], [f64; 4]);
packed!(struct DVec2 { x, y });
packed!(struct DVec3 { x, y, z });
packed!(struct DVec4 { x, y, z, w });
packed!(struct DMat2 { x_axis, y_axis });
packed!(struct DMat3 { x_axis, y_axis, z_axis });
packed!(struct DMat4 { x_axis, y_axis, z_axis, w_axis });
packed!(struct DAffine2 { matrix2, translation });
packed!(struct DAffine3 { matrix3, translation });
packed!(struct Range<u32> { start, end });

impl Packed for bool {
    fn pack(&self, out: &mut Packer) {
        u8::from(*self).pack(out);
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        let byte = u8::unpack(from)?;
        (byte <= 1).then_some(byte == 1)
    }
}

impl Packed for String {
    fn pack(&self, out: &mut Packer) {
        out.list(self.as_bytes());
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        Self::from_utf8(Vec::unpack(from)?).ok()
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, out: &mut Packer) {
        self.is_some().pack(out);
        self.iter().for_each(|value| value.pack(out));
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        if bool::unpack(from)? { T::unpack(from).map(Some) } else { Some(None) }
    }
}

impl<T: Packed, E: Packed> Packed for Result<T, E> {
    fn pack(&self, out: &mut Packer) {
        self.is_ok().pack(out);
        match self {
            Ok(value) => value.pack(out),
            Err(error) => error.pack(out),
        }
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        if bool::unpack(from)? { T::unpack(from).map(Ok) } else { E::unpack(from).map(Err) }
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, out: &mut Packer) {
        out.list(self);
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        let n = from.length()?;
        T::unpack_all(n, from)
    }
}

impl<K: Packed + Ord, V: Packed> Packed for BTreeMap<K, V> {
    fn pack(&self, out: &mut Packer) {
        (self.len() as u64).pack(out);
        for (key, value) in self {
            key.pack(out);
            value.pack(out);
        }
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        Vec::<(K, V)>::unpack(from).map(Self::from_iter)
    }
}

/// Implements [`Packed`] for arrays of values whose packed bytes are not their bytes in memory.
macro_rules! packed_arrays {
    ($($($t:ident in)? [$of:ty; $n:literal]),*) => {
        $(impl$(<$t: Packed + 'static>)? Packed for [$of; $n] {
            fn pack(&self, out: &mut Packer) {
                <$of>::pack_all(self, out);
            }

            fn unpack(from: &mut Unpacker) -> Option<Self> {
                <$of>::unpack_all($n, from)?.try_into().ok()
            }
        })*
    };
}
pub(crate) use packed_arrays;
packed_arrays!(T in [Option<T>; 3], T in [Vec<T>; 3], T in [Arc<T>; 2], [DMat4; 2]);

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, out: &mut Packer) {
        self.0.pack(out);
        self.1.pack(out);
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        Some((A::unpack(from)?, B::unpack(from)?))
    }
}

impl<T: Packed> Packed for OnceLock<T> {
    fn pack(&self, out: &mut Packer) {
        self.get().is_some().pack(out);
        self.get().into_iter().for_each(|value| value.pack(out));
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        Some(Option::<T>::unpack(from)?.map_or_else(Self::new, Self::from))
    }
}

impl<T: Packed + 'static> Packed for Arc<T> {
    fn pack(&self, out: &mut Packer) {
        out.share(self, |out| (**self).pack(out));
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        from.share(|from| T::unpack(from).map(Self::new))
    }
}

impl<T: Packed + 'static> Packed for Arc<[T]> {
    fn pack(&self, out: &mut Packer) {
        out.share(self, |out| out.list(self));
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        from.share(|from| Vec::unpack(from).map(Self::from))
    }
}
