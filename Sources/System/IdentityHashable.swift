/// A class whose objects are equal only to themselves, as those of `NSObject` are.
public protocol IdentityHashable: AnyObject, Hashable, CustomStringConvertible {}

extension IdentityHashable {
  /// Returns whether both are the same object.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The type and the address of the object, such as `<CaptureSession: 0x55d0c8a3b2e0>`.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
    return "<\(type(of: self)): 0x\(address)>"
  }
}
