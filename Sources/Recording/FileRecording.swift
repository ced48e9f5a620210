import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem
import OpenCaptureMovies
import OpenCaptureSession

/// The recording state of a ``CaptureFileOutput``: the current recorder and the settings of the next recording.
public final class FileRecording: Sendable {
  private struct State: Lockable {
    var recorder: MovieRecorder?
    var path: String?
    var isPaused = false
    /// The progress of the last recording.
    var past = MovieRecorder.Progress()
    var limits = RecordingLimits()
    var lossTimeout = MovieRecorder.lossTimeout
  }

  private let state = Locked(State())
  /// A signal sent when a recording starts, pauses, resumes or ends.
  package let changes = ChangeSignal()
  /// The queue on which delegates are called.
  private let queue: DispatchQueue

  /// Creates an idle state with the label of the delegate queue.
  init(label: String) { queue = DispatchQueue(label: label) }

  var receivers: [any SampleReceiver] { recorder.map { [$0] } ?? [] }
  /// The path of the file being recorded, or nil if the recorder accepts no more samples.
  var path: String? { state.withLock { $0.recorder?.isOver == false ? $0.path : nil } }
  var isRunning: Bool { recorder.map { !$0.isOver } ?? false }
  var isPaused: Bool { isRunning && state.withLock { $0.isPaused } }
  var limits: RecordingLimits { state.withLock { $0.limits } }

  /// The progress of the current or last recording.
  var progress: MovieRecorder.Progress {
    let (recorder, past) = state.withLock { ($0.recorder, $0.past) }
    return recorder?.progress ?? past
  }

  /// Waits until the recorder has room for a sample; see ``MovieRecorder/waitForRoom(for:until:)``.
  func waitForRoom(for mediaType: MediaType, until deadline: UInt64) -> Bool {
    recorder?.waitForRoom(for: mediaType, until: deadline) ?? true
  }

  private var recorder: MovieRecorder? { state.withLock { $0.recorder } }

  /// The time limits for encoding after a camera is lost; see ``MovieRecorder/lossTimeout``.
  package var lossTimeout: UInt64 {
    get { state.withLock { $0.lossTimeout } }
    set { state.withLock { $0.lossTimeout = newValue } }
  }

  func setLimits(_ body: (inout RecordingLimits) -> Void) { state.withLock { body(&$0.limits) } }

  func stop() { recorder?.enqueueCommand(.stop(nil)) }

  func pause() { setPaused(true, .pause) }

  func resume() { setPaused(false, .resume) }

  private func setPaused(_ isPaused: Bool, _ command: RecordingCommand.Kind) {
    let recorder = state.withLock { state in
      state.isPaused = isPaused
      return state.recorder
    }
    recorder?.enqueueCommand(command)
    changes.send()
  }
}

// MARK: Start

extension FileRecording {
  /// Starts a recording, or continues the current one in another file.
  ///
  /// All errors are reported to the delegate.
  ///
  /// - Parameter kind: Returns the file type and settings for the active connections of the output.
  func start(
    _ path: String, of output: any CaptureFileOutput, _ delegate: any CaptureFileOutputRecordingDelegate,
    _ kind: (_ connections: [CaptureConnection]) throws(CaptureError) -> RecordedFile.Kind
  ) {
    let connections = output.link.connections.filter { $0.isEnabled && $0.isActive }
    let client = RecordingObserver(on: queue) { event in
      switch event {
      case .started(let time):
        delegate.fileOutput(output, didStartRecordingTo: path, startTime: time, from: connections)
      case .paused: delegate.fileOutput(output, didPauseRecordingTo: path, from: connections)
      case .resumed: delegate.fileOutput(output, didResumeRecordingTo: path, from: connections)
      case .finished(let error):
        delegate.fileOutput(output, didFinishRecordingTo: path, from: connections, error: error)
      }
    }
    do throws(CaptureError) {
      let order = RecordedFile.Order(
        path: Array(path.utf8), kind: try kind(connections), limits: limits, client: client)
      let recorder = try record(order, connections, output.link)
      changes.send()
      // If the session stopped meanwhile, the new recorder was not notified.
      recorder.end(
        CaptureError(.sessionNotRunning, subject: path, reason: "the session stopped when the recording started"))
    } catch {
      client.notifyObserver(.finished(error))
    }
  }

  /// Continues in another file, or starts a recording.
  ///
  /// Both happen under one lock, so that the first of several concurrent requests starts a recording and the others
  /// follow.
  private func record(
    _ order: RecordedFile.Order, _ connections: [CaptureConnection], _ link: CaptureOutputLink
  ) throws(CaptureError) -> MovieRecorder {
    try state.withLock { (state) throws(CaptureError) in
      let path = String(decoding: order.path, as: UTF8.self)
      if let recorder = state.recorder, recorder.enqueueCommand(.switchFile(order)) {
        state.path = path
        return recorder
      }
      let sound = connections.first { $0.mediaType == .audio }?.inputPorts.first?.formatDescription
      let recorder = try MovieRecorder(
        order, connections, soundFormat: sound?.audioFormat, lossTimeout: state.lossTimeout, changes: changes
      ) { [weak self, weak link] recorder in self?.ended(recorder, link) }
      link.needsSteadyFormat = connections.contains { $0.mediaType == .video }
      state.recorder = recorder
      state.path = path
      state.isPaused = false
      return recorder
    }
  }

  /// Releases a recorder, unless another one has replaced it.
  private func ended(_ recorder: MovieRecorder, _ link: CaptureOutputLink?) {
    state.withLock { state in
      guard state.recorder === recorder else { return }
      state.recorder = nil
      state.path = nil
      state.past = recorder.progress
      link?.needsSteadyFormat = false
    }
  }
}

extension MovieMetadata {
  /// Creates the known metadata of a recording that starts now.
  init(ofRecordingFrom connections: [CaptureConnection]) {
    self.init()
    creationDate = .now
    software = "OpenCapture"
    let camera = connections.first { $0.mediaType == .video } ?? connections.first
    let device = (camera?.input as? CaptureDeviceInput)?.device
    make = device?.metadataMake
    model = device?.metadataModel
  }
}
