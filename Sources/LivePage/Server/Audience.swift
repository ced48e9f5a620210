#if Live
  import NIOCore
  import OpenCaptureMediaSamples
  import OpenCaptureProcessing
  import OpenCaptureSystem
  import Synchronization

  /// All who look, and the way of frames to them: from the camera's thread to the server's event loop, the newest alone.
  final class Audience: Sendable {
    private struct Newest: Lockable {
      var frame: PublishedFrame?
      var isAnnounced = false
      var count: UInt64 = 0
      var start = MediaTime.invalid
    }

    /// On the event loop alone.
    private struct Seats {
      var viewers: [ObjectIdentifier: any Viewer] = [:]
      var book: SeatBook<ObjectIdentifier>
      var isWatched = false
      var isEnded = false
      var changeCount = 0
    }

    let loop: any EventLoop
    private let newest = Locked(Newest())
    private let isSeen = Atomic<Bool>(false)
    private let count = Atomic<Int>(0)
    private let seats: NIOLoopBoundBox<Seats>
    private let pictures: LivePictures
    private let onChange: @Sendable (Bool) -> Void

    /// Makes one.
    ///
    /// - Parameter onChange: Told whether anybody looks.
    init(on loop: any EventLoop, _ options: LivePageOptions, onChange: @escaping @Sendable (Bool) -> Void) {
      (self.loop, self.onChange) = (loop, onChange)
      pictures = LivePictures(quality: options.quality)
      seats = NIOLoopBoundBox.makeBoxSendingValue(
        Seats(book: SeatBook(limit: options.viewerLimit)), eventLoop: loop)
    }

    // MARK: On any thread

    /// Whether anybody looks.
    var isWatched: Bool { isSeen.load(ordering: .relaxed) }

    /// How many were let in, and are still there.
    var viewerCount: Int { count.load(ordering: .relaxed) }

    /// Shows a frame; its picture is encoded on the thread that calls this, once, and only where somebody looks.
    func publish(_ frame: Frame) throws {
      let (number, start) = newest.withLock { newest in
        defer { newest.count += 1 }
        if !newest.start.isNumeric { newest.start = frame.presentationTimeStamp }
        return (newest.count, newest.start)
      }
      guard isWatched else { return }
      let note = FrameNote(frame, number: number, start: start)
      let published = PublishedFrame(note, picture: try pictures.picture(of: frame.sampleBuffer))
      let isFirst = newest.withLock { newest in
        newest.frame = published
        defer { newest.isAnnounced = true }
        return !newest.isAnnounced
      }
      if isFirst { loop.execute { self.hand() } }
    }

    // MARK: On the event loop

    /// Hands the newest frame to all.
    private func hand() {
      let frame = newest.withLock { newest in
        newest.isAnnounced = false
        return newest.frame.take()
      }
      if let frame { show(frame) }
    }

    /// Hands a frame to all.
    func show(_ frame: PublishedFrame) { for viewer in seats.value.viewers.values { viewer.take(frame) } }

    /// Lets somebody in; false where there is no seat for them, or this has ended.
    ///
    /// - Parameter address: Where they come from; nil where that tells nobody from another.
    func admit(_ viewer: any Viewer, _ access: LiveAccess, from address: ClientAddress?) -> Bool {
      let id = ObjectIdentifier(viewer)
      guard !seats.value.isEnded, seats.value.book.take(id, access, from: address) else { return false }
      seats.value.viewers[id] = viewer
      update()
      return true
    }

    /// Lets somebody go.
    func leave(_ viewer: any Viewer) {
      let id = ObjectIdentifier(viewer)
      seats.value.viewers[id] = nil
      if seats.value.book.leave(id) { update() }
    }

    /// Looks again whether anybody looks.
    func update() {
      count.store(seats.value.viewers.count, ordering: .relaxed)
      let isWatched = seats.value.viewers.values.contains { $0.isLooking }
      guard isWatched != seats.value.isWatched else { return }
      seats.value.isWatched = isWatched
      isSeen.store(isWatched, ordering: .relaxed)
      onChange(isWatched)
    }

    /// Tells all that the camera is set otherwise.
    func tellState() {
      seats.value.changeCount += 1
      for viewer in seats.value.viewers.values { viewer.stateDidChange() }
    }

    /// How often all were told so.
    var changeCount: Int { seats.value.changeCount }

    /// Ends all, and lets nobody in any more.
    func end() {
      seats.value.isEnded = true
      for viewer in Array(seats.value.viewers.values) { viewer.end() }
    }
  }
#endif
