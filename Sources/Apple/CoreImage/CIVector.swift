public import CoreVideo

/// A vector of numbers, such as the rectangle of a filter.
public final class CIVector: NSObject, Sendable {
  private let values: [CGFloat]

  private init(_ values: [CGFloat]) { self.values = values }

  /// Creates a vector of `count` numbers, which are copied; empty if the count is less than 1.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    self.init(Array(UnsafeBufferPointer(start: values, count: max(0, count))))
  }

  /// Creates a vector of one number.
  public convenience init(x: CGFloat) { self.init([x]) }

  /// Creates a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

  /// Creates a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

  /// Creates a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

  /// Creates a vector of the x and y of a point.
  public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }

  /// Creates a vector of the x, y, width and height of a rectangle.
  public convenience init(cgRect r: CGRect) { self.init([r.origin.x, r.origin.y, r.size.width, r.size.height]) }

  /// The number of elements.
  public var count: Int { values.count }

  /// Returns the element at an index, from 0; 0 if the index is out of range.
  public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }

  /// The first element; 0 if there are fewer.
  public var x: CGFloat { value(at: 0) }
  /// The second element; 0 if there are fewer.
  public var y: CGFloat { value(at: 1) }
  /// The third element; 0 if there are fewer.
  public var z: CGFloat { value(at: 2) }
  /// The fourth element; 0 if there are fewer.
  public var w: CGFloat { value(at: 3) }

  /// The first two elements as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The first four elements as a rectangle: x, y, width and height.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// Returns whether another object is a vector with the same elements.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }

  /// The hash of the elements.
  public override var hash: Int { values.hashValue }

  /// The elements in brackets.
  public override var description: String { "[" + values.map { "\($0)" }.joined(separator: " ") + "]" }
}
