/// How alike two series of as many values are, whatever their brightness and contrast.
enum Correlation {
  /// Pearson's coefficient, from -1 to 1; 0 where one of them is all the same.
  static func of(_ a: [Float], _ b: [Float]) -> Float {
    let count = Float(a.count)
    let (mean, otherMean) = (a.reduce(0, +) / count, b.reduce(0, +) / count)
    var (product, square, otherSquare) = (Float(0), Float(0), Float(0))
    for (x, y) in zip(a, b) {
      let (x, y) = (x - mean, y - otherMean)
      (product, square, otherSquare) = (product + x * y, square + x * x, otherSquare + y * y)
    }
    return square > 0 && otherSquare > 0 ? product / (square * otherSquare).squareRoot() : 0
  }
}
