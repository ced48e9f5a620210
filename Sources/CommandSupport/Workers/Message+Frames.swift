import COpenCaptureSystem
import Glibc
package import OpenCaptureIsolation
package import OpenCaptureMediaSamples
package import OpenCaptureMovies
import OpenCaptureSystem

extension Message {
  /// Adds a frame of a network camera.
  ///
  /// - Parameter number: The number by which the program returns the memory.
  mutating func add(_ frame: ReceivedFrame, number: Int64) throws {
    addDescription(of: frame.sample, number: number)
    add(Int64(clamping: frame.nanoseconds))
    add(frame.isLate)
    add(frame.wallClock) { $0.add($1) }
    add(frame.skippedFrameCount)
    try addPixels(of: frame.sample, in: frame.block)
  }

  /// Returns a frame of a network camera.
  ///
  /// - Parameters:
  ///   - blocks: The memory of earlier frames.
  ///   - release: Called when the frame's memory is no longer used, on any thread.
  package mutating func frame(
    in blocks: inout FrameBlocks, release: @escaping @Sendable (_ number: Int64) -> Void
  ) throws(MessageError) -> ReceivedFrame {
    let description = try frameDescription()
    let arrival = UInt64(try count())
    let isLate = try flag()
    let wallClock = try optional { (message) throws(MessageError) in try message.number() }
    let skippedFrameCount = try count()
    return ReceivedFrame(
      try frame(description, in: &blocks, release), arrival: arrival, isLate: isLate, wallClock: wallClock,
      skippedFrameCount: skippedFrameCount)
  }

  /// Adds a frame of a movie.
  ///
  /// - Parameters:
  ///   - block: The memory of the frame; nil to copy it.
  ///   - number: The number by which the program returns the memory.
  package mutating func add(_ sample: SampleBuffer, in block: FrameBlock?, number: Int64) throws {
    addDescription(of: sample, number: number)
    add(sample.duration)
    add(Int64(sample.orientation.rawValue))
    try addPixels(of: sample, in: block)
  }

  /// Returns a frame of a movie; for the parameters, see ``frame(in:release:)``.
  package mutating func movieFrame(
    in blocks: inout FrameBlocks, release: @escaping @Sendable (_ number: Int64) -> Void
  ) throws(MessageError) -> SampleBuffer {
    let description = try frameDescription()
    let duration = try time()
    guard let orientation = UInt8(exactly: try number()).flatMap(ImageOrientation.init) else { throw .damaged }
    var sample = try frame(description, in: &blocks, release)
    sample.timing.duration = duration
    sample.orientation = orientation
    return sample
  }

  private struct FrameDescription {
    var number: Int64
    var sequenceNumber: UInt64?
    var time: MediaTime
    var isDamaged: Bool
  }

  private mutating func addDescription(of sample: SampleBuffer, number: Int64) {
    add(number)
    add(sample.sequenceNumber) { $0.add(Int64(clamping: $1)) }
    add(sample.presentationTimeStamp)
    add(sample.bufferAttachments[.isDamaged] != nil)
  }

  private mutating func frameDescription() throws(MessageError) -> FrameDescription {
    FrameDescription(
      number: try number(),
      sequenceNumber: try optional { (message) throws(MessageError) in UInt64(try message.count()) },
      time: try time(), isDamaged: try flag())
  }

  /// Adds pixels, in the memory that the worker decoded them into if the program can map it.
  private mutating func addPixels(of sample: SampleBuffer, in block: FrameBlock?) throws {
    guard let block, let pixels = sample.pixelBuffer, pixels.opacity == nil else {
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

  /// Returns a frame with its pixels, the last fields of a message.
  private mutating func frame(
    _ description: FrameDescription, in blocks: inout FrameBlocks,
    _ release: @escaping @Sendable (_ number: Int64) -> Void
  ) throws(MessageError) -> SampleBuffer {
    var sample =
      try flag()
      ? try sharedPicture(in: &blocks) { release(description.number) }
      : try picture(limit: FrameBlocks.maximumPixelCount)
    try checkEnd()
    sample.timing = SampleTiming(presentationTimeStamp: description.time)
    sample.sequenceNumber = description.sequenceNumber
    if description.isDamaged { sample.bufferAttachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    return sample
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
