import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// The sequence of files of a recording, for one thread at a time; another thread completes the files.
struct RecordingFiles {
  private let state: Monitor<MovieRecorder.State>
  private let hasVideo: Bool
  private let soundFormat: AudioFormat?
  private let followsClock: Bool
  private let finishing: DispatchQueue

  /// The request of the current or next file.
  var order: RecordedFile.Order
  /// The current file, or nil before its first video frame or, without video, its first sound.
  private(set) var current: RecordedFile?
  /// A file that is open but has not begun.
  private var opened: RecordedFile?
  /// The sound corrections of completed files.
  private var earlierRepairs = RecordedAudioTrack.SyncCorrections()

  /// - Parameters:
  ///   - soundFormat: The sound format if already known, or nil if no sound is recorded.
  ///   - followsClock: Whether the sound source has its own clock.
  init(
    _ order: RecordedFile.Order, state: Monitor<MovieRecorder.State>, hasVideo: Bool, soundFormat: AudioFormat?,
    followsClock: Bool, finishing: DispatchQueue
  ) {
    self.order = order
    self.state = state
    self.hasVideo = hasVideo
    self.soundFormat = soundFormat
    self.followsClock = followsClock
    self.finishing = finishing
  }

  /// Opens the next file, unless it is already open.
  ///
  /// - Parameter heard: The format of sound received so far, or nil.
  @discardableResult
  mutating func open(with sample: SampleBuffer, soundFormat heard: AudioFormat?) throws(MovieError) -> RecordedFile
  {
    if let opened { return opened }
    let new = try RecordedFile(
      order, picture: hasVideo ? sample : nil, soundFormat: sample.audioBuffer?.format ?? heard ?? soundFormat,
      followsClock: followsClock
    ) { [state] failure in state.update { $0.failure = $0.failure ?? failure } }
    opened = new
    return new
  }

  /// Begins the next file with its first sample, and notifies the client; see ``open(with:soundFormat:)``.
  mutating func begin(with sample: SampleBuffer, soundFormat heard: AudioFormat?) throws(MovieError) -> RecordedFile
  {
    let new = try open(with: sample, soundFormat: heard)
    current = new
    opened = nil
    state.withLock { $0.progress.encoder = new.encoder }
    order.client.notifyObserver(.started(sample.presentationTimeStamp))
    return new
  }

  func note(_ body: (inout MovieRecorder.Progress) -> Void = { _ in }) {
    guard let current else { return }
    state.withLock { state in
      body(&state.progress)
      state.progress.duration = current.duration
      state.progress.byteCount = current.byteCount
      state.progress.syncCorrections = earlierRepairs + current.syncCorrections
    }
  }

  /// Creates the error of a file that reached a limit, with its duration and size.
  func limit(_ code: CaptureError.Code, _ reason: String) -> CaptureError {
    var error = CaptureError(code, subject: String(decoding: order.path, as: UTF8.self), reason: reason)
    if let current {
      error.details.values[CaptureErrorKey.time] = current.duration
      error.details.values[CaptureErrorKey.fileSize] = Int64(current.byteCount)
    }
    return error
  }

  /// Completes the file on another thread and notifies the client.
  mutating func close(at time: MediaTime?, _ error: CaptureError?) {
    guard let old = current.take() else {
      opened.take()?.discard()
      let nothing = limit(.noDataCaptured, "no data was captured")
      return order.client.notifyObserver(.finished(error ?? nothing))
    }
    earlierRepairs = earlierRepairs + old.syncCorrections
    let end = time ?? old.duration
    finishing.async { [state] in
      do throws(MovieError) {
        let lostCount = try old.finish(at: end, encodingUntil: state.withLock { $0.encodingDeadline })
        state.withLock { state in
          state.progress.pictureCount -= lostCount
          state.progress.lateCount += lostCount
        }
        old.order.client.notifyObserver(.finished(error))
      } catch let failure {
        // An incomplete file is worse than the original reason of the end.
        old.order.client.notifyObserver(.finished(CaptureError(failure)))
      }
    }
  }
}
