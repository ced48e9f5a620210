import Glibc

/// A thread that writes bytes to a pipe and closes it.
final class PipeWriter: @unchecked Sendable {
  private let descriptor: Int32
  private let bytes: [UInt8]
  private var thread = pthread_t()

  init(descriptor: Int32, bytes: [UInt8]) {
    self.descriptor = descriptor
    self.bytes = bytes
    signal(SIGPIPE, SIG_IGN)
  }

  func start() {
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<PipeWriter>.fromOpaque(context).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func join() { pthread_join(thread, nil) }

  private func run() {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, min($0.count, 1000)) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
  }
}
