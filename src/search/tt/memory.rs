//! Memory of the hash table, on huge pages where the system has them.
//!
//! A probe reads one cache line anywhere in the table. With pages of 4 kB nearly every probe misses the TLB,
//! with pages of 2 MB hardly any probe does. Linux gives huge pages to all large allocations, to none, or to programs
//! that ask for them (`always`, `never` or `madvise` in `/sys/kernel/mm/transparent_hugepage/enabled`). With the
//! feature `huge-pages` the program asks.

use std::sync::atomic::AtomicU64;

#[cfg(not(all(feature = "huge-pages", target_os = "linux")))]
pub(super) use allocated::Buckets;
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
pub(super) use mapped::Buckets;

/// The entries of one bucket, each a check word and its data: together one aligned cache line.
pub(super) type Bucket = [[AtomicU64; 2]; 4];

/// Buckets in a memory mapping.
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
mod mapped {
    use std::alloc::{Layout, handle_alloc_error};
    use std::fmt::{self, Debug, Formatter};

    use memmap2::{Advice, MmapMut};
    use self_cell::{MutBorrow, self_cell};
    use zerocopy::FromBytes;

    use super::Bucket;

    type View<'a> = &'a [Bucket];

    self_cell!(
        struct Mapping {
            owner: MutBorrow<MmapMut>,

            #[covariant]
            dependent: View,
        }
    );

    /// Buckets, all 0 at first. Dropping them gives the memory back to the system.
    pub struct Buckets(Mapping);

    impl Debug for Buckets {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            write!(f, "{} mapped buckets", self.len())
        }
    }

    impl Buckets {
        /// `count` buckets (one or more). Aborts if there is no memory, like any allocation.
        pub fn new(count: usize) -> Buckets {
            Buckets::mapped(count).unwrap_or_else(|| {
                handle_alloc_error(
                    Layout::array::<Bucket>(count).unwrap_or(Layout::new::<Bucket>()),
                )
            })
        }

        fn mapped(count: usize) -> Option<Buckets> {
            let mut map = MmapMut::map_anon(count.checked_mul(size_of::<Bucket>())?).ok()?;
            if let Err(error) = map.advise(Advice::HugePage) {
                // without huge pages the table is only a little slower
                log::debug!("no huge pages for the hash table: {error}");
            }
            // fault the pages in now, so that the first search need not
            map.fill(0);
            Mapping::try_new(MutBorrow::new(map), |map| {
                <[Bucket]>::mut_from_bytes(map.borrow_mut())
                    .map(|buckets| &*buckets)
                    .map_err(|_| ())
            })
            .ok()
            .map(Buckets)
        }

        /// The number of buckets.
        #[inline]
        pub fn len(&self) -> usize {
            self.0.borrow_dependent().len()
        }

        /// The bucket at an index.
        #[inline]
        pub fn get(&self, index: usize) -> &Bucket {
            &self.0.borrow_dependent()[index]
        }
    }
}

/// Buckets in allocator memory.
#[cfg(not(all(feature = "huge-pages", target_os = "linux")))]
mod allocated {
    use super::Bucket;

    /// Address space reserved for the smallest table, in bytes. Untouched memory costs nothing, but glibc
    /// only gives blocks beyond 32 MB back to the system for sure: smaller ones may stay with the program
    /// when the table is resized.
    const LEAST_RESERVED: usize = 33 << 20;

    #[derive(Debug, Default)]
    #[repr(align(64))]
    struct Line(Bucket);

    /// Buckets, all 0 at first.
    #[derive(Debug)]
    pub struct Buckets(Vec<Line>);

    impl Buckets {
        /// `count` buckets (one or more).
        pub fn new(count: usize) -> Buckets {
            let mut lines = Vec::with_capacity(LEAST_RESERVED / size_of::<Line>());
            lines.resize_with(count, Line::default);
            Buckets(lines)
        }

        /// The number of buckets.
        #[inline]
        pub fn len(&self) -> usize {
            self.0.len()
        }

        /// The bucket at an index.
        #[inline]
        pub fn get(&self, index: usize) -> &Bucket {
            &self.0[index].0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn buckets_are_empty_cache_lines() {
        let buckets = Buckets::new(1000);
        assert_eq!(buckets.len(), 1000);
        for index in 0..buckets.len() {
            let bucket = buckets.get(index);
            assert_eq!(std::ptr::from_ref(bucket).addr() % 64, 0);
            assert!(
                bucket
                    .as_flattened()
                    .iter()
                    .all(|word| word.load(Relaxed) == 0)
            );
        }
    }

    /// Linux marks memory for which huge pages were requested with `hg`, whether or not it got them.
    #[cfg(all(feature = "huge-pages", target_os = "linux"))]
    #[test]
    #[allow(clippy::print_stderr)] // a skipped test says so
    fn huge_pages_are_asked_for() {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            eprintln!("this system has no huge pages");
            return;
        }
        let buckets = Buckets::new((8 << 20) / size_of::<Bucket>());
        let address = std::ptr::from_ref(buckets.get(0)).addr();
        let parts = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut here = false;
        let flags = parts.lines().find_map(|line| {
            let range = line
                .split(' ')
                .next()
                .and_then(|range| range.split_once('-'));
            if let Some((start, end)) = range {
                let number = |text| usize::from_str_radix(text, 16).unwrap();
                here = (number(start)..number(end)).contains(&address);
            }
            line.strip_prefix("VmFlags:").filter(|_| here)
        });
        assert!(flags.unwrap().split_whitespace().any(|flag| flag == "hg"));
    }
}
