import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The tracking of faces that cascades find.
struct TrackingSession: FaceTrackingSession {
  /// A frame to process.
  struct FrameContext: Sendable {
    var working: WorkingPicture
    /// The time since the previous frame, in seconds.
    var interval: Double
    var timing: SampleTiming
  }

  let layout: FaceTrackingLayout
  let engine: any FaceEngine
  let scale: WorkingScale
  var search: FaceSearch?
  var tracks: [FaceTrack] = []
  /// The candidates of a scan that still have to be verified.
  var pending: [FaceSearch.Candidate] = []
  private var before: (working: WorkingPicture, impression: SceneThumbnail)?
  var hindsight: FrameHistory
  /// The positions of faces before they were confirmed, with the number of frames since then.
  var lateFaces: [(framesAgo: Int, face: FaceObject)] = []

  init(layout: FaceTrackingLayout, engine: any FaceEngine) {
    self.layout = layout
    self.engine = engine
    hindsight = FrameHistory(depth: layout.options.hindsight)
    scale = WorkingScale(
      minimumFaceSize: layout.options.usualFaceSize,
      height: layout.dimensions.upright(layout.orientation).height,
      window: engine.smallestWindow(for: .frontal))
  }

  mutating func takeLateFaces() -> [(framesAgo: Int, face: FaceObject)] {
    defer { lateFaces = [] }
    return lateFaces
  }

  var window: FaceWindow { FaceWindow(engine: engine) }

  mutating func track(
    _ sampleBuffer: SampleBuffer, after interval: Double, nextID: inout Int
  ) throws -> [FaceObject] {
    let working = try WorkingPicture(
      of: sampleBuffer.luma(), orientation: layout.orientation, region: layout.options.rectOfInterest,
      scale: scale.factor)
    let impression = try SceneThumbnail(of: working.smallest)
    if let before, impression.isCut(from: before.impression) { restartTracking() }
    lateFaces = []
    try follow(in: working, after: interval)
    try searchTracks(in: working)
    tracks.removeAll { $0.isOver || $0.pose.isDoubtful }
    let moment = FrameContext(working: working, interval: interval, timing: sampleBuffer.timing)
    try discover(in: moment, nextID: &nextID)
    for index in tracks.indices { tracks[index].smooth(after: interval) }
    before = (try working.withoutFullResolution(), impression)
    let visible = tracks.filter(\.isVisible)
    hindsight.remember(moment, shown: visible.map(\.box))
    return visible.map { face($0, in: moment) }
  }

  /// Restarts tracking after a scene cut.
  private mutating func restartTracking() {
    before = nil
    hindsight.forget()
    tracks = []
    pending = []
    search?.restart()
  }

  /// Moves every face by the motion of its points.
  private mutating func follow(in working: WorkingPicture, after interval: Double) throws {
    guard let before else { return }
    let boxes = tracks.map(\.box)
    for index in tracks.indices {
      let track = tracks[index]
      let isCovered = track.timeSinceReliableDetection > 0.07 && overlaps(boxes, index)
      let canFlow = !isCovered && (track.isFollowed || track.lostFrames == 0)
      let flow = canFlow ? try FaceWindow.flow(of: track.box, from: before.working, to: working) : nil
      tracks[index].advance(by: flow, isCovered: isCovered, after: interval)
    }
  }

  private func overlaps(_ boxes: [FaceBox], _ index: Int) -> Bool {
    boxes.indices.contains { $0 != index && tracks[$0].isVisible && boxes[$0].overlap(boxes[index]) > 0.1 }
  }

  /// Searches for every face at its expected position.
  private mutating func searchTracks(in working: WorkingPicture) throws {
    let due = tracks.indices.filter { tracks[$0].id != nil && tracks[$0].isDue && !isReplaced($0) }
    var sightings: [DetectionAssignment.Sighting] = []
    var sights: [Int: FaceWindow.SearchResult] = [:]
    for index in due {
      let sight = try window.sight(of: tracks[index], in: working)
      sights[index] = sight
      // A lost face needs more windows to return than a tracked face needs to stay.
      guard tracks[index].isFollowed || sight.boxes.count >= 2 else { continue }
      sightings += WindowCluster.clusters(of: sight.boxes).map { .init(face: index, box: $0.box) }
    }
    let seen = DetectionAssignment.assign(sightings, to: tracks.map(\.box))
    for index in due {
      if let sighting = seen[index] {
        tracks[index].see(sighting, isExact: sights[index]?.isExact ?? false)
      } else {
        tracks[index].miss()
      }
      if tracks[index].isPoseDue { try measurePose(of: index, windows: sights[index]?.frontal ?? 0, in: working) }
    }
  }

  /// Returns whether a lost face is in the place of a tracked one.
  private func isReplaced(_ index: Int) -> Bool { !tracks[index].isFollowed && isFollowed(tracks[index].box) }

  /// Performs an additional scan for the tilt and yaw of a face.
  private mutating func measurePose(of index: Int, windows: Int, in working: WorkingPicture) throws {
    let scan = tracks[index].pose.nextScan
    var box = tracks[index].box
    box.roll += scan.turn
    let found = try window.boxes(for: scan.view, at: box, in: working, isMirrored: scan == .right)
    if let tilt = tracks[index].pose.see(face: windows, look: found.count) { tracks[index].tilt(by: tilt * 0.7) }
  }

  /// Returns whether a face, confirmed or not, other than the given one is tracked at a place.
  func isFollowed(_ box: FaceBox, beside index: Int? = nil) -> Bool {
    tracks.indices.contains { $0 != index && tracks[$0].isFollowed && tracks[$0].box.isSame(as: box) }
  }

  private func face(_ track: FaceTrack, in moment: FrameContext) -> FaceObject {
    let angles = layout.options.angles
    return moment.face(
      track.id ?? 0, at: track.place, roll: track.pose.isRollKnown ? angles.roll(track.place.roll) : nil,
      yaw: track.pose.yaw.map(angles.yaw))
  }
}

extension TrackingSession.FrameContext {
  /// Returns a face of this frame in device coordinates.
  func face(_ id: Int, at place: FaceBox, roll: Double? = nil, yaw: Double? = nil) -> FaceObject {
    var face = FaceObject(faceID: id, boundingBox: place.bounds, roll: roll, yaw: yaw)
      .transformed(by: working.toDevice)
    face.time = timing.presentationTimeStamp
    face.duration = timing.duration
    return face
  }
}

/// A thumbnail of a picture for detecting scene cuts.
struct SceneThumbnail: Sendable, Hashable {
  private let tiles: [Double]
  private static let columns = 16
  private static let rows = 9

  init(of picture: PixelBuffer) throws(MediaError) {
    let small = try picture.scaled(to: VideoDimensions(width: Self.columns, height: Self.rows))
    let stride = small.planes[0].bytesPerRow
    tiles = small.withUnsafePlane(0) { bytes in
      (0..<Self.columns * Self.rows).map { Double(bytes[$0 / Self.columns * stride + $0 % Self.columns]) }
    }
  }

  init(tiles: [Double]) { self.tiles = tiles }

  /// Returns whether the pictures are separated by a scene cut, not by camera motion within a frame.
  ///
  /// They must be uncorrelated, which ignores brightness and contrast: a lamp that is switched on is no cut.
  func isCut(from other: Self) -> Bool {
    guard tiles.count == other.tiles.count, !tiles.isEmpty else { return true }
    let count = Double(tiles.count)
    let mean = tiles.reduce(0, +) / count
    let otherMean = other.tiles.reduce(0, +) / count
    var change = 0.0
    var product = 0.0
    var square = 0.0
    var otherSquare = 0.0
    for (tile, otherTile) in zip(tiles, other.tiles) {
      let a = tile - mean
      let b = otherTile - otherMean
      change += abs(a - b) / count
      product += a * b
      square += a * a
      otherSquare += b * b
    }
    return change > 8 && product < 0.5 * (square * otherSquare).squareRoot()
  }
}
