import COpenCaptureSystem
import Glibc
package import OpenCaptureSystem

/// A message between a program and its workers: a kind, fields, and possibly an open file.
///
/// Numbers have 8 bytes, the lowest first. A text or a list of bytes follows its length.
package struct Message: Sendable {
  /// The most bytes in a message; longer content is passed as a file in memory.
  package static let maximumByteCount = 1 << 16

  /// The fields, written in order.
  package private(set) var bytes: [UInt8]
  /// The open file that comes with the message; nil if there is none.
  package private(set) var file: OwnedDescriptor?
  /// The place of the next field to read.
  private var place = 0

  /// Makes a message without fields; the sender of requests and settings sets their kind.
  package init(_ kind: UInt8 = 0) {
    bytes = [kind]
    place = 1
  }

  /// Makes a received message.
  package init(bytes: [UInt8], file: OwnedDescriptor? = nil) {
    self.bytes = bytes
    self.file = file
    place = 1
  }

  /// The kind; 0 for an empty message.
  package var kind: UInt8 { bytes.first ?? 0 }

  /// Attaches an open file.
  package mutating func attach(_ file: OwnedDescriptor) { self.file = file }

  /// Returns the same message as another kind.
  func with(kind: UInt8) -> Message {
    var copy = self
    copy.bytes[0] = kind
    return copy
  }

  // MARK: Writing

  package mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

  package mutating func add(_ number: Int) { add(Int64(number)) }

  package mutating func add(_ number: Double) { add(Int64(bitPattern: number.bitPattern)) }

  package mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func add(_ list: [UInt8]) {
    add(list.count)
    bytes += list
  }

  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds a value that may be missing.
  package mutating func add<Value>(_ value: Value?, _ write: (inout Message, Value) -> Void) {
    add(value != nil)
    if let value { write(&self, value) }
  }

  // MARK: Reading

  package mutating func number() throws(MessageError) -> Int64 {
    let field = try take(8)
    return field.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(as: Int64.self)) }
  }

  package mutating func count() throws(MessageError) -> Int {
    let number = try number()
    guard number >= 0 else { throw .damaged }
    return Int(number)
  }

  package mutating func double() throws(MessageError) -> Double {
    Double(bitPattern: UInt64(bitPattern: try number()))
  }

  package mutating func flag() throws(MessageError) -> Bool {
    switch try take(1).first {
    case 0: false
    case 1: true
    default: throw .damaged
    }
  }

  package mutating func list() throws(MessageError) -> [UInt8] { Array(try take(try count())) }

  package mutating func text() throws(MessageError) -> String {
    guard let text = String(validating: try take(try count()), as: UTF8.self) else { throw .damaged }
    return text
  }

  /// Reads a value that may be missing.
  package mutating func optional<Value>(
    _ read: (inout Message) throws(MessageError) -> Value
  ) throws(MessageError) -> Value? { try flag() ? try read(&self) : nil }

  /// Reads a text that may be missing.
  package mutating func optionalText() throws(MessageError) -> String? { try flag() ? try text() : nil }

  /// Checks that all fields were read.
  package func checkEnd() throws(MessageError) { if place != bytes.count { throw .damaged } }

  private mutating func take(_ count: Int) throws(MessageError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw .damaged }
    defer { place += count }
    return bytes[place..<place + count]
  }
}

/// The reason why a message cannot be used.
package enum MessageError: Error {
  /// The fields do not have the expected form, or exceed a limit.
  case damaged
  /// The other process has ended, or the socket failed.
  case disconnected
}

/// A descriptor that is closed with the last reference to it.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// One end of a connection for messages.
package struct MessageChannel: Lockable, Sendable {
  let socket: OwnedDescriptor

  package init(_ socket: OwnedDescriptor) { self.socket = socket }

  /// Makes both ends of a connection.
  package static func pair() throws(SystemError) -> (MessageChannel, other: OwnedDescriptor) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(code: errno) }
    return (MessageChannel(OwnedDescriptor(ends[0])), OwnedDescriptor(ends[1]))
  }

  /// Ends the conversation in both directions.
  func close() { shutdown(socket.number, Int32(SHUT_RDWR)) }

  /// Tells the other process that no more messages follow, which it may still answer.
  package func finish() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// Sends a message.
  package func send(_ message: Message) throws(MessageError) {
    guard send(message, flags: 0) == 0 else { throw .disconnected }
  }

  /// Sends a message unless earlier ones fill the connection, and returns whether it was sent.
  func sendAtOnce(_ message: Message) throws(MessageError) -> Bool {
    switch send(message, flags: Int32(MSG_DONTWAIT)) {
    case 0: return true
    case -EAGAIN: return false
    default: throw .disconnected
    }
  }

  private func send(_ message: Message, flags: Int32) -> Int32 {
    message.bytes.withUnsafeBytes {
      csystem_send(socket.number, $0.baseAddress, $0.count, message.file?.number ?? -1, flags)
    }
  }

  /// Waits for a message; nil after the time.
  ///
  /// - Parameter milliseconds: The time to wait. Default: unlimited.
  package func receive(within milliseconds: Int32 = -1) throws(MessageError) -> Message? {
    if milliseconds > 0 {
      var state = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&state, 1, milliseconds)
      if ready == 0 || (ready < 0 && errno == EINTR) { return nil }
      guard ready > 0 else { throw .disconnected }
    }
    var file: Int32 = -1
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Message.maximumByteCount) { space, filled in
      count = csystem_receive(
        socket.number, space.baseAddress, space.count, &file, milliseconds == 0 ? Int32(MSG_DONTWAIT) : 0)
      filled = max(0, count)
    }
    if count == -Int(EAGAIN) { return nil }
    guard count > 0 else { throw count == -Int(EMSGSIZE) ? .damaged : .disconnected }
    return Message(bytes: bytes, file: file >= 0 ? OwnedDescriptor(file) : nil)
  }
}
