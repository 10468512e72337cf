//! The numbers of sets: the *combinatorial number system*.
//!
//! The sets of `k` places are numbered from 0. The `i`th place of a set, from 1 and from
//! below, counts by how many sets of `i` lower places there are, `place` over `i`. The
//! numbers rise with the sets, taken as the bits of words.

/// Places that a set may have.
const PLACES: usize = 64;

/// Members that a set may have.
const MEMBERS: usize = 16;

/// `n` over `k` for all `n` up to 64 and `k` up to 16, in the order `[k][n]`.
pub static BINOMIALS: [[u64; PLACES + 1]; MEMBERS + 1] = binomials();

const fn binomials() -> [[u64; PLACES + 1]; MEMBERS + 1] {
    let mut table = [[0; PLACES + 1]; MEMBERS + 1];
    let mut n = 0;
    while n <= PLACES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MEMBERS && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of a set of at most 16 places.
#[inline]
pub fn rank(mut set: u64) -> u64 {
    let mut rank = 0;
    let mut member = 1;
    while set != 0 {
        rank += BINOMIALS[member][set.trailing_zeros() as usize];
        set &= set - 1;
        member += 1;
    }
    rank
}

/// The set of `members` of the places `0..places` with a number.
pub fn unrank(mut rank: u64, members: u32, places: u32) -> u64 {
    let mut set = 0;
    let mut place = places as usize;
    for member in (1..=members as usize).rev() {
        place -= 1;
        while BINOMIALS[member][place] > rank {
            place -= 1;
        }
        rank -= BINOMIALS[member][place];
        set |= 1 << place;
    }
    set
}

/// The set with the next number, of as many places: the lowest run of places moves its
/// highest one up, and the others to the bottom (Gosper's hack, HAKMEM 175). The empty
/// set stays.
pub fn next(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let carried = set.wrapping_add(lowest);
    let moved = (set ^ carried) >> 2;
    carried | moved.checked_div(lowest).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_as_their_words_rise() {
        for places in 0..=10 {
            for members in 0..=places {
                let mut sets = (0..1_u64 << places).filter(|set| set.count_ones() == members);
                let count = BINOMIALS[members as usize][places as usize];
                for number in 0..count {
                    let set = sets.next().expect("as many sets as numbers");
                    assert_eq!((rank(set), unrank(number, members, places)), (number, set));
                    if number + 1 < count {
                        assert_eq!(next(set), unrank(number + 1, members, places));
                    }
                }
                assert_eq!(sets.next(), None);
            }
        }
        let last = BINOMIALS[16][64] - 1;
        assert_eq!((unrank(last, 16, 64), rank(u64::MAX << 48)), (u64::MAX << 48, last));
    }
}
