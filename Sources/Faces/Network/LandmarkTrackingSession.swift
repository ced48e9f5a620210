import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The tracking of faces that a ``LandmarkFaceEngine`` finds.
///
/// The whole picture is searched in every frame, but at most about 15 times per second. Detections are assigned to the expected
/// positions of the tracks; those with a low score only continue tracks, as in ByteTrack (Zhang et al., ECCV 2022). A
/// face is confirmed by several detections. Between detections, its points are tracked.
struct LandmarkTrackingSession: FaceTrackingSession {
  let layout: FaceTrackingLayout
  private let engine: any LandmarkFaceEngine
  private let scale: Double
  private var tracks: [LandmarkTrack] = []
  private var before: (working: WorkingPicture, thumbnail: SceneThumbnail)?
  private var timeSinceSearch = Double.infinity
  private var frameNumber = 0
  /// The timing and the reported bounds of preceding frames, the latest last.
  private var memories: [(timing: SampleTiming, shown: [Rect])] = []
  private var lateFaces: [(framesAgo: Int, face: FaceObject)] = []

  /// The shortest time between searches, in seconds; slightly less than two frames at 30 fps.
  private static let searchInterval = 0.06

  init(layout: FaceTrackingLayout, engine: any LandmarkFaceEngine) {
    self.layout = layout
    self.engine = engine
    let size = layout.dimensions.upright(layout.orientation)
    let wanted = NetworkScale.factor(fraction: layout.options.usualFaceSize, height: size.height)
    scale = min(1, max(wanted, NetworkScale.usualSide / Double(max(size.width, size.height))))
  }

  mutating func takeLateFaces() -> [(framesAgo: Int, face: FaceObject)] {
    defer { lateFaces = [] }
    return lateFaces
  }

  mutating func track(
    _ sampleBuffer: SampleBuffer, after interval: Double, nextID: inout Int
  ) throws -> [FaceObject] {
    let working = try WorkingPicture(
      of: sampleBuffer.luma(), orientation: layout.orientation, region: layout.options.rectOfInterest, scale: scale)
    let thumbnail = try SceneThumbnail(of: working.smallest)
    if let before, thumbnail.isCut(from: before.thumbnail) { restart() }
    lateFaces = []
    frameNumber += 1
    timeSinceSearch += interval
    let seen = timeSinceSearch >= Self.searchInterval ? try search(sampleBuffer, after: interval) : []
    for index in tracks.indices where !seen.contains(index) {
      let flow = try before.flatMap {
        try FaceWindow.flow(of: tracks[index].place.box, from: $0.working, to: working)
      }
      tracks[index].advance(by: flow, after: interval)
    }
    tracks.removeAll { $0.isOver(interval: interval) }
    let moment = TrackingSession.FrameContext(working: working, interval: interval, timing: sampleBuffer.timing)
    confirm(in: moment, nextID: &nextID)
    for index in tracks.indices { tracks[index].smooth(after: interval) }
    before = (try working.withoutFullResolution(), thumbnail)
    let visible = tracks.filter(\.isVisible)
    remember(moment.timing, shown: visible.map(\.reported.bounds))
    return visible.map { face($0.id ?? 0, at: $0.reported, in: moment, timing: moment.timing) }
  }

  /// Restarts tracking after a scene cut.
  private mutating func restart() {
    tracks = []
    memories = []
    before = nil
    timeSinceSearch = .infinity
  }

  /// Searches the whole picture, and returns the indices of the tracks that were seen.
  private mutating func search(_ sampleBuffer: SampleBuffer, after interval: Double) throws -> Set<Int> {
    timeSinceSearch = 0
    let picture = try ColorPicture(of: sampleBuffer, region: layout.options.rectOfInterest) { _ in scale }.picture
    let faces = DetectedFace.distinct(
      try engine.faces(in: picture, minimumScore: LandmarkTrack.Scores.continuing))
    let expected = tracks.map { $0.expectedBounds(after: interval) }
    var pairs: [(fitness: Double, track: Int, face: Int)] = []
    for track in tracks.indices {
      for face in faces.indices {
        if let fitness = tracks[track].fitness(of: faces[face], at: expected[track]) {
          pairs.append((fitness, track, face))
        }
      }
    }
    var seen: Set<Int> = []
    var assigned: Set<Int> = []
    for pair in pairs.sorted(by: { $0.fitness > $1.fitness })
    where !seen.contains(pair.track) && !assigned.contains(pair.face) {
      seen.insert(pair.track)
      assigned.insert(pair.face)
      tracks[pair.track].see(faces[pair.face], frame: frameNumber, after: interval)
    }
    for index in faces.indices
    where !assigned.contains(index) && faces[index].score >= LandmarkTrack.Scores.beginning {
      seen.insert(tracks.count)
      tracks.append(LandmarkTrack(faces[index], frame: frameNumber))
    }
    return seen
  }

  /// Numbers the faces that are certain now, and reports them in preceding frames.
  private mutating func confirm(in moment: TrackingSession.FrameContext, nextID: inout Int) {
    for index in tracks.indices.reversed() where tracks[index].id == nil && tracks[index].isConvincing {
      let track = tracks[index]
      if let lost = tracks.firstIndex(where: { $0.canMatch(track) }), let id = tracks[lost].id {
        report(track, as: id, in: moment)
        tracks[index].identify(as: id)
        tracks.remove(at: lost)
        continue
      }
      report(track, as: nextID, in: moment)
      tracks[index].identify(as: nextID)
      nextID += 1
    }
  }

  /// Reports a face in the preceding frames since its first detection.
  private mutating func report(_ track: LandmarkTrack, as id: Int, in moment: TrackingSession.FrameContext) {
    for (earlier, later) in zip(track.history, track.history.dropFirst()) {
      for frame in earlier.frame..<later.frame {
        let framesAgo = frameNumber - frame
        guard framesAgo <= memories.count else { continue }
        let memory = memories[memories.count - framesAgo]
        let place = earlier.place.mixed(
          with: later.place, at: Double(frame - earlier.frame) / Double(later.frame - earlier.frame))
        if memory.shown.contains(where: { $0.overlap(place.bounds) > 0.4 }) { continue }
        lateFaces.append((framesAgo, face(id, at: place, in: moment, timing: memory.timing)))
      }
    }
  }

  private mutating func remember(_ timing: SampleTiming, shown: [Rect]) {
    guard layout.options.hindsight > 0 else { return }
    if memories.count == layout.options.hindsight { memories.removeFirst() }
    memories.append((timing, shown))
  }

  private func face(
    _ id: Int, at place: LandmarkTrack.Place, in moment: TrackingSession.FrameContext, timing: SampleTiming
  ) -> FaceObject {
    let angles = layout.options.angles
    return FaceObject(
      faceID: id, boundingBox: place.bounds, time: timing.presentationTimeStamp, duration: timing.duration,
      roll: angles.roll(place.landmarks.roll), yaw: angles.yaw(place.landmarks.yaw), landmarks: place.landmarks
    ).transformed(by: moment.working.toDevice)
  }
}
