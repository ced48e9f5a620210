import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Following faces in a stream that doesn't change its size or jump.
struct TrackingSession: Sendable {
  /// A frame to work on.
  struct Moment: Sendable {
    var working: WorkingPicture
    /// Seconds since the frame before.
    var interval: Double
    /// When it is shown.
    var timing: SampleTiming
  }

  /// What a session is made for.
  struct Layout: Sendable, Hashable {
    var dimensions: VideoDimensions
    var orientation: ImageOrientation
    var options: FaceTracker.Options
    var profile = TrackingProfile()
  }

  let layout: Layout
  let engine: any FaceEngine
  let scale: WorkingScale
  var search: FaceSearch?
  var tracks: [FaceTrack] = []
  /// Places that a scan found and that still have to be looked at.
  var pending: [FaceSearch.Candidate] = []
  private var before: (working: WorkingPicture, impression: SceneImpression)?
  var hindsight: Hindsight
  /// Where faces were before they were sure, and how many frames ago.
  var lateFaces: [(framesAgo: Int, face: FaceObject)] = []

  init(layout: Layout, engine: any FaceEngine) {
    (self.layout, self.engine) = (layout, engine)
    hindsight = Hindsight(depth: layout.options.hindsight)
    scale = WorkingScale(
      minimumFaceSize: layout.options.minimumFaceSize,
      height: layout.dimensions.upright(layout.orientation).height,
      window: engine.smallestWindow(for: .frontal))
  }

  /// What ``track(_:after:timing:nextID:)`` found out about the frames before.
  mutating func takeLateFaces() -> [(framesAgo: Int, face: FaceObject)] {
    defer { lateFaces = [] }
    return lateFaces
  }

  var window: FaceWindow { FaceWindow(engine: engine) }

  /// The faces of the next frame.
  mutating func track(
    _ luma: PixelBuffer, after interval: Double, timing: SampleTiming, nextID: inout Int
  ) throws -> [FaceObject] {
    let working = try WorkingPicture(
      of: luma, orientation: layout.orientation, region: layout.options.rectOfInterest, scale: scale.factor,
      keepsDetail: true)
    let impression = try SceneImpression(of: working.smallest)
    if let before, impression.isCut(from: before.impression) { begin() }
    lateFaces = []
    try follow(in: working, after: interval)
    try look(in: working)
    tracks.removeAll { $0.isOver || $0.pose.isDoubtful }
    let moment = Moment(working: working, interval: interval, timing: timing)
    try discover(in: moment, nextID: &nextID)
    for index in tracks.indices { tracks[index].smooth(after: interval) }
    before = (try working.withoutDetail(), impression)
    let visible = tracks.filter(\.isVisible)
    hindsight.remember(moment, shown: visible.map(\.box))
    return visible.map { face($0, in: moment) }
  }

  /// Begins anew: after a cut, nobody is where they were.
  private mutating func begin() {
    before = nil
    hindsight.forget()
    (tracks, pending) = ([], [])
    search?.restart()
  }

  /// Moves every face on by what its points did.
  private mutating func follow(in working: WorkingPicture, after interval: Double) throws {
    guard let before else { return }
    let boxes = tracks.map(\.box)
    for index in tracks.indices {
      let track = tracks[index]
      let isCovered = track.unsure > 0.07 && overlaps(boxes, index)
      let canFlow = !isCovered && (track.isFollowed || track.lostFrames == 0)
      let flow = canFlow ? try window.flow(of: track.box, from: before.working, to: working) : nil
      tracks[index].advance(by: flow, isCovered: isCovered, after: interval)
    }
  }

  private func overlaps(_ boxes: [FaceBox], _ index: Int) -> Bool {
    boxes.indices.contains { $0 != index && tracks[$0].isVisible && boxes[$0].overlap(boxes[index]) > 0.1 }
  }

  /// Looks for every face where it should be.
  private mutating func look(in working: WorkingPicture) throws {
    let due = tracks.indices.filter { tracks[$0].id != nil && tracks[$0].isDue && !isGone($0) }
    var sightings: [SightingAssignment.Sighting] = []
    var sights: [Int: FaceWindow.Sight] = [:]
    for index in due {
      let sight = try window.sight(of: tracks[index], in: working)
      sights[index] = sight
      // To come back takes more than to stay.
      guard tracks[index].isFollowed || sight.boxes.count >= 2 else { continue }
      sightings += WindowCluster.clusters(of: sight.boxes).map { .init(face: index, box: $0.box) }
    }
    let seen = SightingAssignment.assign(sightings, to: tracks.map(\.box))
    for index in due {
      if let sighting = seen[index] {
        tracks[index].see(sighting, isExact: sights[index]?.isExact ?? false)
      } else {
        tracks[index].miss()
      }
      if tracks[index].isPoseDue { try lookAtPose(of: index, windows: sights[index]?.frontal ?? 0, in: working) }
    }
  }

  /// Whether a face that isn't followed any more is where another one is now.
  private func isGone(_ index: Int) -> Bool { !tracks[index].isFollowed && isFollowed(tracks[index].box) }

  /// Takes one more look at a face, at how it is tilted and turned.
  private mutating func lookAtPose(of index: Int, windows: Int, in working: WorkingPicture) throws {
    let look = tracks[index].pose.nextLook
    var box = tracks[index].box
    box.roll += look.turn
    let found = try window.boxes(for: look.view, at: box, in: working, isMirrored: look == .right)
    if let tilt = tracks[index].pose.see(face: windows, look: found.count) { tracks[index].tilt(by: tilt * 0.7) }
  }

  /// Whether a face is followed there, or what may be one, beside the one of an index.
  func isFollowed(_ box: FaceBox, beside index: Int? = nil) -> Bool {
    tracks.indices.contains { $0 != index && tracks[$0].isFollowed && tracks[$0].box.isSame(as: box) }
  }

  private func face(_ track: FaceTrack, in moment: Moment) -> FaceObject {
    let angles = layout.options.angles
    return moment.face(
      track.id ?? 0, at: track.place, roll: track.pose.isRollKnown ? angles.roll(track.place.roll) : nil,
      yaw: track.pose.yaw.map(angles.yaw))
  }
}

extension TrackingSession.Moment {
  /// A face of this frame, in device coordinates.
  func face(_ id: Int, at place: FaceBox, roll: Double? = nil, yaw: Double? = nil) -> FaceObject {
    var face = FaceObject(faceID: id, bounds: place.bounds, rollAngle: roll, yawAngle: yaw)
      .transformed(by: working.toDevice)
    (face.time, face.duration) = (timing.presentationTimeStamp, timing.duration)
    return face
  }
}
