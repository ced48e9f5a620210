import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

// What an asset writer asks of its inputs, and tells them.

extension AVAssetWriterInput {
  var hasWriter: Bool { state.withLock { $0.hasWriter } }

  /// Whether writing has started, and hasn't ended.
  var isBegun: Bool { state.withLock { $0.place != nil } }

  /// How many samples were appended.
  var count: Int { state.withLock { $0.count } }

  /// What the file is told of it.
  var track: AppendedTrack {
    let wishes = state.withLock { $0.wishes }
    if mediaType == .audio {
      let options = outputSettings.map { AudioWritingOptions($0) } ?? AudioWritingOptions()
      return AppendedTrack(.sound(options), hint: sourceFormatHint, isRealTime: wishes.isRealTime)
    }
    var options = outputSettings.map { MovieWritingOptions($0) } ?? MovieWritingOptions()
    if wishes.timeScale > 0 { options.timescale = wishes.timeScale }
    var fitting = outputSettings.map { PictureFitting($0) } ?? PictureFitting()
    fitting.orientation = ImageOrientation(wishes.transform)
    return AppendedTrack(.pictures(options, fitting), hint: sourceFormatHint, isRealTime: wishes.isRealTime)
  }

  /// Takes note of the writer that it is added to; false where it has one.
  func attach(to owner: AVAssetWriter) -> Bool {
    state.withLock { state in
      guard !state.hasWriter else { return false }
      (state.hasWriter, state.owner) = (true, owner)
      return true
    }
  }

  /// Writing has started.
  func begin(_ writer: MediaFileWriter, track: Int) { state.withLock { $0.place = (writer, track) } }

  /// A session has started.
  func beginSession() {
    state.withLock { $0.hasSession = true }
    noteReadiness()
  }

  /// There is room, perhaps.
  func noteReadiness() { state.withLock { $0.request }?.note() }

  /// The file has ended.
  func end() {
    let request = state.withLock { state in
      defer { (state.request, state.place, state.isFinished) = (nil, nil, true) }
      return state.request
    }
    request?.cancel()
  }
}
