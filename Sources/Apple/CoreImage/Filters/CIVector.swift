public import CoreVideo

/// Some numbers, such as the rectangle that a filter takes.
public final class CIVector: NSObject, Sendable {
  private let values: [CGFloat]

  private init(_ values: [CGFloat]) { self.values = values }

  /// Makes a vector of so many numbers, which are copied; none where there are fewer than one.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    self.init(Array(UnsafeBufferPointer(start: values, count: max(0, count))))
  }

  /// Makes a vector of one number.
  public convenience init(x: CGFloat) { self.init([x]) }

  /// Makes a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

  /// Makes a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

  /// Makes a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

  /// Makes a vector of a point's x and y.
  public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }

  /// Makes a vector of a rectangle's x, y, width and height.
  public convenience init(cgRect r: CGRect) {
    self.init([r.origin.x, r.origin.y, r.size.width, r.size.height])
  }

  /// How many numbers it has.
  public var count: Int { values.count }

  /// One of the numbers, the first at 0; 0 where there is none.
  public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }

  /// The first number; 0 where there is none.
  public var x: CGFloat { value(at: 0) }
  /// The second number; 0 where there is none.
  public var y: CGFloat { value(at: 1) }
  /// The third number; 0 where there is none.
  public var z: CGFloat { value(at: 2) }
  /// The fourth number; 0 where there is none.
  public var w: CGFloat { value(at: 3) }

  /// The point of the first two numbers.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The rectangle of the first four numbers: x, y, width and height.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// Whether the other is a vector of the same numbers.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }

  /// Hashes the numbers.
  public override var hash: Int { values.hashValue }

  /// The numbers in brackets.
  public override var description: String { "[" + values.map { "\($0)" }.joined(separator: " ") + "]" }
}
