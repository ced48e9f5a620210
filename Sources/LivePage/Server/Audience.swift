#if Live
  import NIOCore
  import OpenCaptureMediaSamples
  import OpenCapturePictures
  import OpenCaptureProcessing
  import OpenCaptureSystem
  import Synchronization

  /// The viewers of a server, and the path of the newest frame from the camera's thread to the event loop.
  final class Audience: Sendable {
    private struct Newest: Lockable {
      var frame: PublishedFrame?
      var isAnnounced = false
      var count: UInt64 = 0
      var start = MediaTime.invalid
    }

    /// State that only the event loop uses.
    private struct Seats {
      var viewers: [ObjectIdentifier: any Viewer] = [:]
      var book: SeatTable<ObjectIdentifier>
      var isWatched = false
      var isEnded = false
      var changeCount = 0
    }

    let loop: any EventLoop
    private let newest = Locked(Newest())
    private let isWatchedFlag = Atomic<Bool>(false)
    private let count = Atomic<Int>(0)
    private let seats: NIOLoopBoundBox<Seats>
    private let encoder: JPEGEncoder
    private let onChange: @Sendable (Bool) -> Void

    /// Creates an empty audience; `onChange` is called when the first viewer appears or the last one leaves.
    init(on loop: any EventLoop, _ options: LivePageOptions, onChange: @escaping @Sendable (Bool) -> Void) {
      self.loop = loop
      self.onChange = onChange
      encoder = JPEGEncoder(quality: options.quality)
      seats = NIOLoopBoundBox.makeBoxSendingValue(
        Seats(book: SeatTable(limit: options.viewerLimit)), eventLoop: loop)
    }

    // MARK: On any thread

    /// Whether any viewer wants frames.
    var isWatched: Bool { isWatchedFlag.load(ordering: .relaxed) }

    var viewerCount: Int { count.load(ordering: .relaxed) }

    /// Publishes a frame; its picture is encoded once, on the calling thread, and only while someone watches.
    func publish(_ frame: Frame) throws {
      let (number, start) = newest.withLock { newest in
        defer { newest.count += 1 }
        if !newest.start.isNumeric { newest.start = frame.presentationTimeStamp }
        return (newest.count, newest.start)
      }
      guard isWatched else { return }
      let note = LiveFrameMetadata(frame, number: number, start: start)
      let published = PublishedFrame(note, picture: try encoder.picture(of: frame.sampleBuffer))
      let isFirst = newest.withLock { newest in
        newest.frame = published
        defer { newest.isAnnounced = true }
        return !newest.isAnnounced
      }
      if isFirst { loop.execute { self.distribute() } }
    }

    // MARK: On the event loop

    /// Passes the newest frame to all viewers.
    private func distribute() {
      let frame = newest.withLock { newest in
        newest.isAnnounced = false
        return newest.frame.take()
      }
      if let frame { show(frame) }
    }

    func show(_ frame: PublishedFrame) { for viewer in seats.value.viewers.values { viewer.take(frame) } }

    /// Admits a viewer; returns false without a free seat or after the end.
    func admit(_ viewer: any Viewer, _ access: LiveAccess, from address: ClientAddress?) -> Bool {
      let id = ObjectIdentifier(viewer)
      guard !seats.value.isEnded, seats.value.book.take(id, access, from: address) else { return false }
      seats.value.viewers[id] = viewer
      update()
      return true
    }

    func leave(_ viewer: any Viewer) {
      let id = ObjectIdentifier(viewer)
      seats.value.viewers[id] = nil
      if seats.value.book.leave(id) { update() }
    }

    /// Updates the number of viewers and whether any of them wants frames.
    func update() {
      count.store(seats.value.viewers.count, ordering: .relaxed)
      let isWatched = seats.value.viewers.values.contains { $0.isLooking }
      guard isWatched != seats.value.isWatched else { return }
      seats.value.isWatched = isWatched
      isWatchedFlag.store(isWatched, ordering: .relaxed)
      onChange(isWatched)
    }

    func notifyStateChange() {
      seats.value.changeCount += 1
      for viewer in seats.value.viewers.values { viewer.stateDidChange() }
    }

    var changeCount: Int { seats.value.changeCount }

    /// Ends all viewers and rejects new ones.
    func end() {
      seats.value.isEnded = true
      for viewer in Array(seats.value.viewers.values) { viewer.end() }
    }
  }

  /// A client that watches, on the server's event loop.
  protocol Viewer: AnyObject {
    /// Whether the viewer wants frames.
    var isLooking: Bool { get }

    func take(_ frame: PublishedFrame)

    func stateDidChange()

    /// Ends the viewer because the server shuts down.
    func end()
  }

  /// A frame as sent to all viewers, which share its bytes.
  struct PublishedFrame: Sendable {
    let number: UInt64
    /// The message for pages.
    let message: ByteBuffer
    /// The JPEG picture.
    let picture: ByteBuffer
    /// The detections, one line each.
    let lines: String

    /// Creates a frame; copies its picture once.
    init(_ note: LiveFrameMetadata, picture: DataBuffer) {
      let head = FrameMessage(note: note.json).head
      var message = ByteBufferAllocator().buffer(capacity: head.count + picture.count)
      message.writeBytes(head)
      picture.withUnsafeBytes { _ = message.writeBytes($0) }
      number = note.number
      lines = note.lines
      self.message = message
      self.picture = message.getSlice(at: head.count, length: picture.count) ?? ByteBuffer()
    }
  }
#endif
