/// The bars of a Code 128 code in code set B (ISO/IEC 15417).
public struct Code128Symbol: Sendable {
  private let modules: [Bool]

  /// The number of modules.
  public var width: Int { modules.count }

  /// The widths of bars and spaces of the symbol characters 0 to 105, six digits each.
  private static let widths =
    """
    212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221\
    223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321\
    112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131\
    311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114\
    122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141\
    214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232
    """
  private static let startOfSetB = 104
  private static let stop = [2, 3, 3, 1, 1, 1, 2]

  /// Makes a code of printable ASCII characters; nil for others.
  public init?(_ text: String) {
    let values = text.utf8.map { Int($0) - 32 }
    guard values.allSatisfy({ (0..<95).contains($0) }) else { return nil }
    let check = values.enumerated().reduce(Self.startOfSetB) { $0 + ($1.offset + 1) * $1.element } % 103
    let digits = Array(Self.widths.utf8).map { Int($0) - 48 }
    let characters = ([Self.startOfSetB] + values + [check]).flatMap { digits[6 * $0..<6 * $0 + 6] } + Self.stop
    modules = characters.enumerated().flatMap { index, width in
      [Bool](repeating: index.isMultiple(of: 2), count: width)
    }
  }

  /// Returns whether a module is dark; modules outside the code are light.
  public func isDark(column: Int) -> Bool { modules.indices.contains(column) && modules[column] }
}
