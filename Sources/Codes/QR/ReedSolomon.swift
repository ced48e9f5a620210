/// The error correction of QR codes: Reed–Solomon over GF(256) with x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, 7.5).
enum ReedSolomon {
  /// Returns a block, which ends with error correction codewords, corrected, or nil if it has too many errors.
  ///
  /// - Parameter erasures: The indices of codewords that count half as much as other errors.
  static func corrected(_ block: [UInt8], correctionCount: Int, erasures: [Int] = []) -> [UInt8]? {
    let syndromes = (0..<correctionCount).map { evaluate(block, at: power($0)) }
    guard syndromes.contains(where: { $0 != 0 }) else { return block }
    guard erasures.count <= correctionCount else { return nil }
    let locator = locator(syndromes, erasures: erasures.map { power(block.count - 1 - $0) })
    let errorCount = locator.count - 1
    // With the constant term first, the roots of the polynomial are the inverses of the error positions.
    let highestFirst = Array(locator.reversed())
    let places = block.indices.filter { evaluate(highestFirst, at: power(255 - $0)) == 0 }
    guard 2 * errorCount <= correctionCount + erasures.count, places.count == errorCount else { return nil }
    var repaired = block
    for place in places {
      repaired[block.count - 1 - place] ^= magnitude(at: place, locator, syndromes)
    }
    return (0..<correctionCount).allSatisfy { evaluate(repaired, at: power($0)) == 0 } ? repaired : nil
  }

  /// Returns the shortest polynomial that generates the syndromes (Berlekamp–Massey), constant term first.
  ///
  /// - Parameter erasures: The positions of erasures, which are roots of the polynomial in any case.
  private static func locator(_ syndromes: [UInt8], erasures: [UInt8]) -> [UInt8] {
    var current: [UInt8] = [1]
    for erasure in erasures {
      current.append(0)
      for i in (1..<current.count).reversed() { current[i] ^= product(current[i - 1], erasure) }
    }
    var previous = current
    var length = erasures.count
    var gap = 1
    var previousDiscrepancy = UInt8(1)
    for n in erasures.count..<syndromes.count {
      var discrepancy = syndromes[n]
      for i in 1..<max(1, min(current.count, n + 1)) { discrepancy ^= product(current[i], syndromes[n - i]) }
      guard discrepancy != 0 else {
        gap += 1
        continue
      }
      let factor = product(discrepancy, inverse(previousDiscrepancy))
      var next = current + Array(repeating: 0, count: max(0, previous.count + gap - current.count))
      for i in previous.indices { next[i + gap] ^= product(factor, previous[i]) }
      if 2 * length <= n + erasures.count {
        previous = current
        previousDiscrepancy = discrepancy
        length = n + 1 + erasures.count - length
        gap = 1
      } else {
        gap += 1
      }
      current = next
    }
    while current.count > 1, current.last == 0 { current.removeLast() }
    return current
  }

  /// Returns the error of the codeword at a distance from the end (Forney).
  private static func magnitude(at place: Int, _ locator: [UInt8], _ syndromes: [UInt8]) -> UInt8 {
    let inverse = power(255 - place % 255)
    var numerator = UInt8(0)
    var denominator = UInt8(0)
    var factor = UInt8(1)
    for i in 0..<locator.count - 1 {
      var coefficient: UInt8 = 0
      for j in 0...i { coefficient ^= product(locator[j], syndromes[i - j]) }
      numerator ^= product(coefficient, factor)
      // The formal derivative keeps the odd terms.
      if i.isMultiple(of: 2) { denominator ^= product(locator[i + 1], factor) }
      factor = product(factor, inverse)
    }
    return denominator == 0 ? 0 : product(product(numerator, power(place)), Self.inverse(denominator))
  }

  /// Evaluates a polynomial whose highest term is first.
  private static func evaluate(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
    polynomial.reduce(0) { product($0, x) ^ $1 }
  }

  private static let powers: [UInt8] = {
    var value = 1
    return (0..<255).map { _ in
      defer { value = value << 1 ^ (value & 0x80 != 0 ? 0x11d : 0) }
      return UInt8(value)
    }
  }()

  private static let logarithms: [Int] = {
    var logarithms = Array(repeating: 0, count: 256)
    for (exponent, value) in powers.enumerated() { logarithms[Int(value)] = exponent }
    return logarithms
  }()

  private static func power(_ exponent: Int) -> UInt8 { powers[exponent % 255] }

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[(logarithms[Int(a)] + logarithms[Int(b)]) % 255]
  }

  private static func inverse(_ a: UInt8) -> UInt8 { powers[(255 - logarithms[Int(a)]) % 255] }
}
