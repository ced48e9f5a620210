import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The maximum size of waiting frames; above this size, frames are decoded as they arrive.
private let byteLimit = 32 << 20

/// A decoder of a camera's interframe-compressed stream that decodes frames only on demand.
///
/// The decoder queues each frame without decoding it, so that recording encoded frames costs nothing. A request for a
/// frame also decodes the preceding frames from the last key frame on, and keeps their results for later requests.
package final class StreamDecoder: Sendable {
  /// A frame that no consumer has requested yet.
  private struct Waiting {
    let number: Int64
    let data: DataBuffer
    let isKey: Bool
    weak var picture: StreamFrame?
  }

  private struct Queue: Lockable {
    var waiting: [Waiting] = []
    private var byteCount = 0
    private(set) var nextNumber: Int64 = 0
    /// The camera's number of the last data; nil before the first.
    private var last: UInt64?
    /// Whether reference frames are missing, until the next key frame.
    var isBroken = true
    /// The most recent parameter sets.
    private var parameters: [UInt8] = []

    /// Records new data and returns whether its reference frames are missing, and the parameter sets it lacks.
    mutating func place(_ units: StreamUnits, number: UInt64) -> (isOrphan: Bool, missing: [UInt8]) {
      let isGap = last.map { number > $0 + 1 } ?? false
      last = number
      if !units.parameters.isEmpty { parameters = units.parameters }
      isBroken = !units.isKey && (isBroken || isGap)
      return (isBroken, units.isKey && units.parameters.isEmpty ? parameters : [])
    }

    /// Queues a frame and returns the number of the first waiting frame if the queue is too large.
    mutating func append(_ picture: StreamFrame) -> Int64? {
      waiting.append(Waiting(number: picture.number, data: picture.data, isKey: picture.isKey, picture: picture))
      nextNumber += 1
      byteCount += picture.data.count
      if picture.isKey { discardUnreferenced() }
      return byteCount > byteLimit ? waiting.first?.number : nil
    }

    /// Removes and returns the frames up to a number.
    mutating func take(through number: Int64) -> [Waiting] {
      let taken = waiting.prefix { $0.number <= number }
      waiting.removeFirst(taken.count)
      for picture in taken { byteCount -= picture.data.count }
      return Array(taken)
    }

    /// Discards the frames before the last key frame if no consumer holds any of them.
    private mutating func discardUnreferenced() {
      guard let key = waiting.lastIndex(where: \.isKey), waiting[..<key].allSatisfy({ $0.picture == nil }) else {
        return
      }
      for picture in waiting[..<key] { byteCount -= picture.data.count }
      waiting.removeFirst(key)
    }
  }

  let name: String
  private let codec: StreamCodec
  private let queue = Locked(Queue())
  private let engine: Locked<StreamFrameDecoder>

  /// The result of passing data to the decoder.
  package enum SubmissionResult: Sendable {
    case picture(StreamFrame)
    /// A frame whose reference frames were lost, or precede the start of the stream.
    case orphan
    /// No frame: parameter sets for the following frames, or no data.
    case nothing
  }

  /// Opens a decoder for frames of a size; larger frames are rejected.
  ///
  /// - Throws: ``MovieError`` if FFmpeg's libraries or the decoder are missing.
  package init(_ codec: StreamCodec, _ dimensions: VideoDimensions, name: String) throws(MovieError) {
    self.codec = codec
    self.name = name
    engine = Locked(try StreamFrameDecoder(codec, dimensions, name: name))
  }

  /// Queues a copy of the next frame; all calls must come from one thread.
  ///
  /// - Parameter number: The camera's number of the frame; a gap means lost frames.
  /// - Throws: ``MediaError`` if memory is exhausted; the frame is then lost.
  package func take(_ data: DataBuffer, number: UInt64) throws(MediaError) -> SubmissionResult {
    let units = data.withUnsafeBytes { StreamUnits($0, codec) }
    let (isOrphan, missing) = queue.withLock { $0.place(units, number: number) }
    guard units.hasPicture else { return .nothing }
    guard !isOrphan else { return .orphan }
    let copy: DataBuffer
    do throws(MediaError) { copy = try data.inserting(missing, at: 0) } catch {
      queue.withLock { $0.isBroken = true }
      throw error
    }
    let (picture, surplus) = queue.withLock { queue in
      let picture = StreamFrame(copy, isKey: units.isKey, number: queue.nextNumber, of: self)
      return (picture, queue.append(picture))
    }
    if let surplus { decode(through: surplus) }
    return .picture(picture)
  }

  /// The number of frames that wait for a request.
  var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Decodes the frames up to a number and stores their results.
  func decode(through number: Int64) {
    engine.withLock { engine in
      for waiting in queue.withLock({ $0.take(through: number) }) {
        do throws(MovieError) {
          // Unrequested frames are decoded too, because later frames refer to them.
          let frames = try engine.decode(waiting.data, number: waiting.number)
          if let frame = frames[waiting.number] { waiting.picture?.result = .success(frame) }
        } catch {
          waiting.picture?.result = .failure(error)
        }
      }
    }
  }
}

/// A frame of a ``StreamDecoder``, decoded once together with its reference frames.
package final class StreamFrame: ImageDecoder {
  /// The encoded frame; a key frame includes the parameter sets.
  package let data: DataBuffer
  /// Whether the frame is a key frame.
  package let isKey: Bool
  /// The frame's number in the stream.
  let number: Int64
  private let stream: StreamDecoder
  private let decoded = Locked<Result<PixelBuffer, MovieError>?>(nil)

  init(_ data: DataBuffer, isKey: Bool, number: Int64, of stream: StreamDecoder) {
    self.data = data
    self.isKey = isKey
    self.number = number
    self.stream = stream
  }

  /// Returns the frame as a sample, with the attachment `notSync` unless it is a key frame.
  package func sampleBuffer(
    _ description: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64
  ) -> SampleBuffer {
    var attachments = Attachments()
    if !isKey { attachments.set(.bool(true), for: .notSync, mode: .shouldNotPropagate) }
    return SampleBuffer(
      data: data, format: description, decoder: self, timing: timing,
      sequenceNumber: sequenceNumber, attachments: attachments)
  }

  /// The decoding result; nil before decoding.
  var result: Result<PixelBuffer, MovieError>? {
    get { decoded.withLock { $0 } }
    set { decoded.withLock { $0 = newValue } }
  }

  /// The supported format: luma, and chroma at half resolution.
  package var pixelFormats: [PixelFormat] { [.i420] }

  package func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .i420).luma() }

  package func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    if result == nil { stream.decode(through: number) }
    guard let result else {
      throw MovieError(.invalidFrame, subject: stream.name, reason: "reordered frames (B-frames) cannot be decoded")
    }
    return try result.get().converted(to: format)
  }
}
