import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// The files of a recording, one after another: how each begins and ends.
///
/// Used by one thread at a time; files are brought to their end on another one.
struct RecordingFiles {
  private let state: Monitor<MovieRecorder.State>
  private let hasVideo: Bool
  private let soundFormat: AudioFormat?
  private let followsClock: Bool
  private let finishing: DispatchQueue

  /// What the file is to be that is recorded, or will be next.
  var order: RecordedFile.Order
  /// nil before the first picture of a file, or its first sound where there are no pictures.
  private(set) var current: RecordedFile?
  /// A file that is open, but hasn't begun.
  private var opened: RecordedFile?
  /// What was done to the sound of files that are over.
  private var earlierRepairs = RecordedSound.Repairs()

  /// - Parameters:
  ///   - soundFormat: What sound is in, as far as that is known before some comes; nil where none is recorded.
  ///   - followsClock: Whether the sound's source has a clock of its own.
  ///   - finishing: Where files are brought to their end.
  init(
    _ order: RecordedFile.Order, state: Monitor<MovieRecorder.State>, hasVideo: Bool, soundFormat: AudioFormat?,
    followsClock: Bool, finishing: DispatchQueue
  ) {
    (self.order, self.state, self.hasVideo) = (order, state, hasVideo)
    (self.soundFormat, self.followsClock, self.finishing) = (soundFormat, followsClock, finishing)
  }

  /// Opens the next file, unless it is open.
  ///
  /// - Parameters:
  ///   - sample: What it will begin with, or something like it.
  ///   - heard: What the sound is in that came before; nil where none did.
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

  /// Begins the next file, and tells.
  ///
  /// - Parameters:
  ///   - sample: What it begins with.
  ///   - heard: What the sound is in that came before; nil where none did.
  mutating func begin(with sample: SampleBuffer, soundFormat heard: AudioFormat?) throws(MovieError) -> RecordedFile
  {
    let new = try open(with: sample, soundFormat: heard)
    (current, opened) = (new, nil)
    state.withLock { $0.progress.encoder = new.encoder }
    order.client.tell(.started(sample.presentationTimeStamp))
    return new
  }

  /// Says how far the file is.
  func note(_ body: (inout MovieRecorder.Progress) -> Void = { _ in }) {
    guard let current else { return }
    state.withLock { state in
      body(&state.progress)
      (state.progress.duration, state.progress.byteCount) = (current.duration, current.byteCount)
      state.progress.repairs = earlierRepairs + current.repairs
    }
  }

  /// Why the file ends by itself.
  func limit(_ code: CaptureError.Code, _ reason: String) -> CaptureError {
    CaptureError(code, subject: String(decoding: order.path, as: UTF8.self), reason: reason)
  }

  /// Ends the file, on another thread, and tells.
  mutating func close(at time: MediaTime?, _ error: CaptureError?) {
    guard let old = current.take() else {
      opened.take()?.discard()
      let nothing = limit(.noDataCaptured, "nothing came that could be recorded")
      return order.client.tell(.finished(error ?? nothing))
    }
    earlierRepairs = earlierRepairs + old.repairs
    let closing = ClosingFile(file: old, time: time ?? old.duration, error: error, state: state)
    finishing.async { closing.finish() }
  }
}

/// A file on its way to its end, which nobody else has any more.
private struct ClosingFile: @unchecked Sendable {
  let file: RecordedFile
  let time: MediaTime
  let error: CaptureError?
  let state: Monitor<MovieRecorder.State>

  func finish() {
    do throws(MovieError) {
      let lostCount = try file.finish(at: time, encodingUntil: state.withLock { $0.encodingDeadline })
      state.withLock { state in
        state.progress.pictureCount -= lostCount
        state.progress.lateCount += lostCount
      }
      file.order.client.tell(.finished(error))
    } catch let failure {
      // What ended it matters less than that it isn't all there.
      file.order.client.tell(.finished(CaptureError(failure)))
    }
  }
}
