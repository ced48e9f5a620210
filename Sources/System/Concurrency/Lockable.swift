/// What a ``Locked`` or a ``Monitor`` can hold: types that say so, which functions can't.
///
/// A generic `inout` of a function type is converted on its way in and wrapped again on its way out, even where it was
/// only read: a function that is held by itself grows by a pair of thunks with each look at it, until calling it
/// overflows the stack. A function that is a member of a struct is left alone. The same goes for tuples.
package protocol Lockable {}

extension Bool: Lockable {}
extension Int: Lockable {}
extension Int64: Lockable {}
extension OpaquePointer: Lockable {}
extension Array: Lockable {}
extension Dictionary: Lockable {}
extension Set: Lockable {}
extension Result: Lockable {}
// Unlike other generic types, an optional is converted with what it wraps.
extension Optional: Lockable where Wrapped: Lockable {}
