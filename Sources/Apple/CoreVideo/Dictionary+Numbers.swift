import Foundation

extension [String: Any] {
  /// The whole number under a name, however it was put there; nil where there is none.
  package func integer(_ key: String) -> Int? { wholeNumber(self[key]) }

  /// The number under a name, however it was put there; nil where there is none.
  package func number(_ key: String) -> Double? {
    switch self[key] {
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// The answer under a name, however it was put there; nil where there is none.
  package func bool(_ key: String) -> Bool? {
    switch self[key] {
    case let value as Bool: value
    case let value as NSNumber: value.boolValue
    default: nil
    }
  }
}

/// The whole number that a value is; nil where it is none.
package func wholeNumber(_ value: Any?) -> Int? {
  switch value {
  case let number as any BinaryInteger: Int(exactly: number)
  case let number as any BinaryFloatingPoint: Int(exactly: Double(number))
  case let number as NSNumber: number.intValue
  default: nil
  }
}
