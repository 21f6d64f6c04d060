//! The canonical encoding of the rules, from which [fingerprints](super::Variant::rules_fingerprint) are made.
//!
//! | value | bytes |
//! |---|---|
//! | `false`, 0, `None`, an empty list or text | none |
//! | `true` | 1 |
//! | another number, a character | 8, little-endian, two's complement |
//! | `Some` | 1, then the value |
//! | a text | UTF-8 |
//! | a list | per element its length (`u32`, little-endian) and its bytes; sorted where the order means nothing |
//! | a structure | per field, in the order of the tags: tag (1 byte), length (`u32`), bytes; a field without bytes is left out |
//! | an enumeration | like a structure: field 0 is the number of the case, the rest what the case holds |
//! | a pair, a value for each colour, an array | like a structure with the fields 1, 2 and so on |
//!
//! So names and the width of a number do not count. A new rule gets a new tag. While the rule is off, its value must be
//! one of those without bytes, so that it changes no fingerprint. The tag of a field and the number of a case never
//! change, and the tags of a removed rule are not used again.

use crate::types::{ByColor, Color, Step, TypeId};

/// A value with a canonical encoding. [`canonical!`] implements it for structures and enumerations.
pub(super) trait Canonical: Sized + PartialEq {
    /// True if the order of such values in a list does not count.
    const UNORDERED: bool = false;

    /// Appends the encoding.
    fn encode(&self, out: &mut Vec<u8>);

    /// Sample values of the type; for an enumeration, one of each case.
    #[cfg(test)]
    fn samples() -> Vec<Self>;

    /// Changes one part of the value: the part with number `place`, counted from 0. If the value has too few parts,
    /// subtracts their number from `place` and returns false. A value without parts changes to a sample.
    #[cfg(test)]
    fn change(&mut self, place: &mut usize) -> bool {
        let other = Self::samples().into_iter().find(|other| other != self);
        change_to(self, other.into_iter().collect(), place)
    }
}

/// Appends a field of a structure.
pub(super) fn put(out: &mut Vec<u8>, tag: u8, value: &impl Canonical) {
    let start = out.len();
    out.extend([tag, 0, 0, 0, 0]);
    let body = out.len();
    value.encode(out);
    if out.len() == body {
        out.truncate(start);
    } else {
        let length = (out.len() - body) as u32;
        out[start + 1..body].copy_from_slice(&length.to_le_bytes());
    }
}

/// True if every tag is greater than the one before it.
pub(super) const fn are_ascending(tags: &[u8]) -> bool {
    let mut index = 1;
    while index < tags.len() {
        if tags[index - 1] >= tags[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Implements [`Canonical`] for a structure or an enumeration, whose every field or case has to be named.
macro_rules! canonical {
    (
        struct $type:ident { $($field:ident = $tag:literal),* $(,)? }
        $(without { $($ignored:ident),* $(,)? })?
    ) => {
        impl $crate::variant::canonical::Canonical for $type {
            fn encode(&self, out: &mut Vec<u8>) {
                const { assert!($crate::variant::canonical::are_ascending(&[0, $($tag),*])) };
                let Self { $($field,)* $($($ignored: _,)*)? } = self;
                $($crate::variant::canonical::put(out, $tag, $field);)*
            }

            #[cfg(test)]
            fn samples() -> Vec<Self> {
                vec![Self {
                    $($field: $crate::variant::canonical::sample(),)*
                    $($($ignored: Default::default(),)*)?
                }]
            }

            #[cfg(test)]
            fn change(&mut self, place: &mut usize) -> bool {
                $($crate::variant::canonical::Canonical::change(&mut self.$field, place) ||)* false
            }
        }
    };
    (
        enum $type:ident:
        $($case:ident $(($item:ident))? $({ $($field:ident = $tag:literal),* })? = $number:literal),*
    ) => {
        impl $crate::variant::canonical::Canonical for $type {
            fn encode(&self, out: &mut Vec<u8>) {
                use $crate::variant::canonical::{are_ascending, put};
                const { assert!(are_ascending(&[$($number),*])) };
                match self {
                    $(Self::$case $(($item))? $({ $($field),* })? => {
                        put(out, 0, &$number);
                        $(put(out, 1, $item);)?
                        $(
                            const { assert!(are_ascending(&[0, $($tag),*])) };
                            $(put(out, $tag, $field);)*
                        )?
                    })*
                }
            }

            #[cfg(test)]
            fn samples() -> Vec<Self> {
                vec![$({
                    $(let $item = $crate::variant::canonical::sample();)?
                    $($(let $field = $crate::variant::canonical::sample();)*)?
                    Self::$case $(($item))? $({ $($field),* })?
                }),*]
            }

            #[cfg(test)]
            #[allow(unused_imports, reason = "most enumerations hold nothing")]
            fn change(&mut self, place: &mut usize) -> bool {
                use $crate::variant::canonical::{Canonical, change_to};
                change_to(self, Self::samples(), place)
                    || match self {
                        $(Self::$case $(($item))? $({ $($field),* })? => {
                            $($item.change(place) ||)? $($($field.change(place) ||)*)? false
                        })*
                    }
            }
        }
    };
}

canonical!(enum Color: White = 0, Black = 1);
canonical!(struct Step { files = 1, ranks = 2 });

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Canonical for $type {
            fn encode(&self, out: &mut Vec<u8>) {
                if *self != 0 {
                    out.extend(i64::from(*self).to_le_bytes());
                }
            }

            #[cfg(test)]
            fn samples() -> Vec<Self> {
                vec![1, 2]
            }
        }
    )*};
}

numbers!(u8, i8, u16, i32, u32);

impl Canonical for bool {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.then_some(1));
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![true, false]
    }
}

impl Canonical for char {
    fn encode(&self, out: &mut Vec<u8>) {
        u32::from(*self).encode(out);
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec!['A', 'B']
    }
}

impl Canonical for String {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.as_bytes());
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec!["w".to_owned(), "b".to_owned()]
    }
}

impl Canonical for TypeId {
    const UNORDERED: bool = true;

    fn encode(&self, out: &mut Vec<u8>) {
        self.0.encode(out);
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![TypeId(1), TypeId(2)]
    }
}

impl<T: Canonical + Clone> Canonical for Option<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        if let Some(value) = self {
            out.push(1);
            value.encode(out);
        }
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![Some(sample()), None]
    }

    #[cfg(test)]
    fn change(&mut self, place: &mut usize) -> bool {
        change_to(self, Self::samples(), place)
            || self.as_mut().is_some_and(|value| value.change(place))
    }
}

impl<T: Canonical + Clone> Canonical for Vec<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        let mut elements: Vec<Vec<u8>> = (self.iter())
            .map(|element| {
                let mut bytes = Vec::new();
                element.encode(&mut bytes);
                bytes
            })
            .collect();
        if T::UNORDERED {
            elements.sort_unstable();
        }
        for element in elements {
            out.extend((element.len() as u32).to_le_bytes());
            out.extend(element);
        }
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![vec![sample()], Vec::new()]
    }

    #[cfg(test)]
    fn change(&mut self, place: &mut usize) -> bool {
        let more = [&self[..], &[sample()]].concat();
        let fewer = self.iter().skip(1).cloned().collect();
        change_to(self, vec![more, fewer], place)
            || self.iter_mut().any(|element| element.change(place))
    }
}

impl<T: Canonical, const N: usize> Canonical for [T; N] {
    fn encode(&self, out: &mut Vec<u8>) {
        (1..)
            .zip(self)
            .for_each(|(tag, value)| put(out, tag, value));
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![std::array::from_fn(|_| sample())]
    }

    #[cfg(test)]
    fn change(&mut self, place: &mut usize) -> bool {
        self.iter_mut().any(|value| value.change(place))
    }
}

impl<T: Canonical> Canonical for ByColor<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        put(out, 1, &self[Color::White]);
        put(out, 2, &self[Color::Black]);
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![ByColor::from_fn(|_| sample())]
    }

    #[cfg(test)]
    fn change(&mut self, place: &mut usize) -> bool {
        self.iter_mut().any(|value| value.change(place))
    }
}

impl<A: Canonical, B: Canonical> Canonical for (A, B) {
    fn encode(&self, out: &mut Vec<u8>) {
        put(out, 1, &self.0);
        put(out, 2, &self.1);
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        vec![(sample(), sample())]
    }

    #[cfg(test)]
    fn change(&mut self, place: &mut usize) -> bool {
        self.0.change(place) || self.1.change(place)
    }
}

/// The first sample of a type.
#[cfg(test)]
pub(super) fn sample<T: Canonical>() -> T {
    T::samples().swap_remove(0)
}

/// Changes a value to one of `others`, the one with number `place`. Each of them counts as a part of the value (see
/// `Canonical::change`).
#[cfg(test)]
pub(super) fn change_to<T>(value: &mut T, others: Vec<T>, place: &mut usize) -> bool {
    for other in others {
        if *place == 0 {
            *value = other;
            return true;
        }
        *place -= 1;
    }
    false
}
