/// Numbers that look random, each by itself (one step of Steele, Lea and Flood's SplitMix64).
enum SplitMix64 {
  /// The number at a place in a seed's row, from 0 up to 1; it doesn't hang on others.
  static func fraction(seed: UInt64, at index: UInt64) -> Double {
    var mixed = seed &+ (index &+ 1) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
