import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// How many bytes wait at most; from then on pictures are decoded as they come.
private let byteLimit = 32 << 20

/// Decodes pictures that a camera encodes so that each builds on those before, once somebody wants one.
///
/// It takes every picture as it comes, and decodes none: what is only recorded as the camera encodes it costs nothing. Who
/// asks for a picture has those before it decoded as well, from the last on that builds on none; they are there then for
/// whoever still asks for them.
package final class StreamDecoder: Sendable {
  /// A picture that nobody wanted so far.
  private struct Waiting {
    let number: Int64
    let data: DataBuffer
    let isKey: Bool
    weak var picture: StreamPicture?
  }

  private struct Queue: Lockable {
    var waiting: [Waiting] = []
    private var byteCount = 0
    private(set) var nextNumber: Int64 = 0
    /// The place in the camera's count of what came last; nil before anything came.
    private var last: UInt64?
    /// Whether what comes builds on pictures that aren't there, up to the next that builds on none.
    var isBroken = true
    /// What was said last that a decoder must know first.
    private var parameters: [UInt8] = []

    /// Takes note of what comes; whether it builds on what isn't there, and what it doesn't say itself.
    mutating func place(_ units: StreamUnits, number: UInt64) -> (isOrphan: Bool, missing: [UInt8]) {
      let isGap = last.map { number > $0 + 1 } ?? false
      last = number
      if !units.parameters.isEmpty { parameters = units.parameters }
      isBroken = !units.isKey && (isBroken || isGap)
      return (isBroken, units.isKey && units.parameters.isEmpty ? parameters : [])
    }

    /// Takes a picture in; the number of the first that waits where too many bytes do.
    mutating func append(_ picture: StreamPicture) -> Int64? {
      waiting.append(Waiting(number: picture.number, data: picture.data, isKey: picture.isKey, picture: picture))
      nextNumber += 1
      byteCount += picture.data.count
      if picture.isKey { forgetUnwanted() }
      return byteCount > byteLimit ? waiting.first?.number : nil
    }

    /// Takes out the pictures up to a number.
    mutating func take(through number: Int64) -> [Waiting] {
      let taken = waiting.prefix { $0.number <= number }
      waiting.removeFirst(taken.count)
      for picture in taken { byteCount -= picture.data.count }
      return Array(taken)
    }

    /// Lets go of what came before the last picture that builds on none, where nobody has any of it.
    private mutating func forgetUnwanted() {
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
  private let engine: Locked<StreamEngine>

  /// What became of data that was taken.
  package enum Taking: Sendable {
    case picture(StreamPicture)
    /// A picture that builds on some that were lost, or that came before the beginning.
    case orphan
    /// No picture, but something that is said of those behind it, or nothing at all.
    case nothing
  }

  /// Opens a decoder.
  ///
  /// - Parameters:
  ///   - codec: How the pictures are coded.
  ///   - dimensions: How large they are; no room is made for larger ones, which are refused.
  ///   - name: What errors call the camera.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or their decoder are missing.
  package init(_ codec: StreamCodec, _ dimensions: VideoDimensions, name: String) throws(MovieError) {
    (self.codec, self.name) = (codec, name)
    engine = Locked(try StreamEngine(codec, dimensions, name: name))
  }

  /// Takes a picture behind the others, on one thread.
  ///
  /// - Parameters:
  ///   - data: The picture, which is copied.
  ///   - number: Its place in the camera's count, which has a gap where some were lost.
  /// - Throws: ``MediaError`` where there is no memory; the picture is lost then.
  package func take(_ data: DataBuffer, number: UInt64) throws(MediaError) -> Taking {
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
      let picture = StreamPicture(copy, isKey: units.isKey, number: queue.nextNumber, of: self)
      return (picture, queue.append(picture))
    }
    if let surplus { decode(through: surplus) }
    return .picture(picture)
  }

  /// How many pictures wait to be wanted.
  var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Decodes the pictures up to a number, which then have their results.
  func decode(through number: Int64) {
    engine.withLock { engine in
      for waiting in queue.withLock({ $0.take(through: number) }) {
        do throws(MovieError) {
          // One that nobody wants any more is decoded for the sake of the others.
          let frames = try engine.decode(waiting.data, number: waiting.number)
          if let frame = frames[waiting.number] { waiting.picture?.result = .success(frame) }
        } catch {
          waiting.picture?.result = .failure(error)
        }
      }
    }
  }
}
