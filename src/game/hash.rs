//! Hash keys that are the same on every machine and in every run.

/// Spreads the bits of `word` over the whole result; a bijection.
///
/// The finaliser of `SplitMix64` (Steele, Lea, Flood: *Fast splittable
/// pseudorandom number generators*, 2014), in Stafford's variant 13.
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// `N` keys for Zobrist hashing (Zobrist: *A new hashing method with application
/// for game playing*, 1970): the outputs of `SplitMix64` from `seed` on. Tables of
/// one game need seeds of their own.
pub const fn zobrist_keys<const N: usize>(seed: u64) -> [u64; N] {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut keys = [0; N];
    let mut state = mix(seed);
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(GOLDEN);
        keys[index] = mix(state);
        index += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::mix;

    #[test]
    fn first_outputs_of_splitmix64_with_seed_zero() {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        assert_eq!(mix(GOLDEN), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(GOLDEN.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
    }
}
