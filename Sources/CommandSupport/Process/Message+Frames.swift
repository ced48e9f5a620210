import COpenCaptureSystem
import Glibc
package import OpenCaptureIsolation
import OpenCaptureMediaSamples
package import OpenCaptureMovies
import OpenCaptureSystem

extension Message {
  mutating func add(_ address: NetworkStreamAddress) {
    add(address.text)
    add(address.usesDatagrams)
    add(address.token) { $0.add($1) }
    add(address.certificates) { $0.add($1) }
    add(address.timeoutMilliseconds)
  }

  mutating func streamAddress() throws(MessageError) -> NetworkStreamAddress {
    let text = try text()
    let usesDatagrams = try flag()
    let token = try optionalText()
    let certificates = try optionalText()
    return NetworkStreamAddress(
      text, usesDatagrams: usesDatagrams, token: token, certificates: certificates,
      timeoutMilliseconds: try count())
  }

  mutating func add(_ info: NetworkStreamInfo) {
    add(info.codec.rawValue)
    add(info.nominalFrameRate) { $0.add($1) }
    add(info.isReordered)
    add(info.hasCameraTimes)
  }

  mutating func streamInfo() throws(MessageError) -> NetworkStreamInfo {
    let codec = try text()
    let rate = try optional { (message) throws(MessageError) in try message.double() }
    let isReordered = try flag()
    return NetworkStreamInfo(
      codec: VideoCodecType(rawValue: codec), nominalFrameRate: rate,
      isReordered: isReordered, hasCameraTimes: try flag())
  }

  mutating func add(_ error: MovieError) {
    add(error.code.name)
    add(error.code.detail) { $0.add($1) }
    add(error.code.hint) { $0.add($1) }
    add(error.reason)
    add(error.hint) { $0.add($1) }
  }

  mutating func movieError(_ subject: String) throws(MessageError) -> MovieError {
    let name = try text()
    let detail = try optionalText()
    let hint = try optionalText()
    let reason = try text()
    let specialHint = try optionalText()
    return MovieError(
      MovieError.Code(name, detail: detail, hint: hint), subject: subject, reason: reason, hint: specialHint)
  }

  /// Adds a frame, in the memory that the worker decoded it into if the program can map it.
  ///
  /// - Parameter number: The number by which the program returns the memory.
  mutating func add(_ frame: ReceivedFrame, number: Int64) throws {
    let sample = frame.sample
    add(number)
    add(sample.sequenceNumber) { $0.add(Int64(clamping: $1)) }
    add(sample.presentationTimeStamp)
    add(sample.bufferAttachments[.isDamaged] != nil)
    add(Int64(clamping: frame.nanoseconds))
    add(frame.isLate)
    add(frame.wallClock) { $0.add($1) }
    add(frame.skippedFrameCount)
    guard let block = frame.block, let pixels = sample.pixelBuffer else {
      add(false)
      try add(sample)
      return
    }
    add(true)
    add(block.number)
    add(block.offset)
    add(Int64(pixels.format.rawValue.rawValue))
    add(pixels.dimensions)
    add(sample.format.colorMatrix == .bt709)
    add(pixels.planes.count)
    for plane in pixels.planes {
      add(plane.offset)
      add(plane.bytesPerRow)
    }
    attach(OwnedDescriptor(fcntl(block.file, F_DUPFD_CLOEXEC, 0)))
  }

  /// Returns a frame.
  ///
  /// - Parameters:
  ///   - blocks: The memory of earlier frames.
  ///   - release: Called when the frame's memory is no longer used, on any thread.
  package mutating func frame(
    in blocks: inout FrameBlocks, release: @escaping @Sendable (_ number: Int64) -> Void
  ) throws(MessageError) -> ReceivedFrame {
    let lease = try number()
    let sequenceNumber = try optional { (message) throws(MessageError) in UInt64(try message.count()) }
    let time = try time()
    let isDamaged = try flag()
    let arrival = UInt64(try count())
    let isLate = try flag()
    let wallClock = try optional { (message) throws(MessageError) in try message.number() }
    let skippedFrameCount = try count()
    var sample =
      try flag()
      ? try sharedPicture(in: &blocks) { release(lease) }
      : try picture(limit: FrameBlocks.maximumPixelCount)
    try checkEnd()
    sample.timing = SampleTiming(presentationTimeStamp: time)
    sample.sequenceNumber = sequenceNumber
    if isDamaged { sample.bufferAttachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    return ReceivedFrame(
      sample, arrival: arrival, isLate: isLate, wallClock: wallClock, skippedFrameCount: skippedFrameCount)
  }

  /// Returns a picture in memory that the worker has decoded it into.
  private mutating func sharedPicture(
    in blocks: inout FrameBlocks, release: @escaping @Sendable () -> Void
  ) throws(MessageError) -> SampleBuffer {
    let blockNumber = try number()
    let offset = try count()
    let code = try number()
    let size = try size()
    let colorMatrix: ColorMatrix = try flag() ? .bt709 : .bt601
    let planeCount = try count()
    guard let code = UInt32(exactly: code), let file, planeCount <= 4 else { throw .damaged }
    var offsets: [Int] = []
    var strides: [Int] = []
    for _ in 0..<planeCount {
      offsets.append(try count())
      strides.append(try count())
    }
    let block = try blocks.block(blockNumber, file)
    guard offset < block.byteCount else { throw .damaged }
    do throws(MediaError) {
      let layout = try PixelLayout(
        format: PixelFormat(rawValue: FourCharCode(rawValue: code)), width: size.width, height: size.height,
        offsets: offsets, bytesPerRow: strides)
      let memory = UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: block.start + UInt(offset)), count: block.byteCount - offset)
      // The decoder still reads the memory of reference frames.
      let pixels = try PixelBuffer(wrapping: memory, layout: layout, isWritable: false) {
        withExtendedLifetime(block) {}
        release()
      }
      return SampleBuffer(pixelBuffer: pixels, colorMatrix: colorMatrix)
    } catch {
      throw .damaged
    }
  }
}

/// The memory of frames that a worker has sent.
package struct FrameBlocks: Sendable {
  /// A mapped file; unmapped with the last reference to it.
  final class Block: Sendable {
    let start: UInt
    let byteCount: Int

    /// Maps a file.
    ///
    /// - Throws: `MessageError.damaged` if its size can change, because accessing missing pages ends a process.
    init(_ file: OwnedDescriptor) throws(MessageError) {
      var status = stat()
      guard csystem_has_fixed_size(file.number), fstat(file.number, &status) == 0, status.st_size > 0,
        let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, file.number, 0), start != MAP_FAILED
      else { throw .damaged }
      self.start = UInt(bitPattern: start)
      byteCount = Int(status.st_size)
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: start), byteCount) }
  }

  /// The most pixels of a frame.
  static let maximumPixelCount = 1 << 28
  /// The most mapped files; decoders use up to 20.
  private static let limit = 64

  private var blocks: [Int64: Block] = [:]

  /// Makes an empty collection.
  package init() {}

  /// Returns a block, which is mapped only once.
  mutating func block(_ number: Int64, _ file: OwnedDescriptor) throws(MessageError) -> Block {
    if let block = blocks[number] { return block }
    if blocks.count >= Self.limit { blocks = [:] }
    let block = try Block(file)
    blocks[number] = block
    return block
  }
}
