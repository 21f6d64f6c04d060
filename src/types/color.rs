//! The two sides, and pairs of values that belong to them.

use std::fmt;
use std::ops::{Index, IndexMut, Neg};

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The side that moves first and whose pawns move up the board.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both colours, white first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The owner of a piece whose letter is a capital for White.
    pub fn of_letter(letter: char) -> Color {
        if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The opponent.
    #[inline]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The value from this colour's point of view, as one from white's, or back.
    #[inline]
    pub fn for_white<T: Neg<Output = T>>(self, value: T) -> T {
        match self {
            Color::White => value,
            Color::Black => -value,
        }
    }

    /// 0 for white, 1 for black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A value for white and one for black, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// White's value and black's.
    pub const fn new(white: T, black: T) -> ByColor<T> {
        ByColor([white, black])
    }

    /// The same value for both.
    pub const fn both(value: T) -> ByColor<T>
    where
        T: Copy,
    {
        ByColor([value; 2])
    }

    /// The results of a function for White and Black, called in this order.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor([f(Color::White), f(Color::Black)])
    }

    /// The results of a function applied to both values.
    // `array::map` would expand to a hundred lines of code, slow unless optimised
    #[inline]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByColor<U> {
        let [white, black] = self.0;
        ByColor([f(white), f(black)])
    }

    /// References to both values.
    pub fn as_ref(&self) -> ByColor<&T> {
        ByColor(self.0.each_ref())
    }

    /// Both values, white's first.
    pub fn into_array(self) -> [T; 2] {
        self.0
    }

    /// The value of a colour and that of the other one, mutable.
    #[inline]
    pub fn split_mut(&mut self, color: Color) -> (&mut T, &mut T) {
        let [white, black] = &mut self.0;
        match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        }
    }

    /// The values, white's first.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values, white's first, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

impl<T> IntoIterator for ByColor<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a ByColor<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut ByColor<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
