import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What a ``CaptureFileOutput`` records: its recorder, while there is one, and what is asked of the next.
public final class FileRecording: Sendable {
  private struct State: Lockable {
    var recorder: MovieRecorder?
    var path: String?
    var isPaused = false
    /// How far the last recording came.
    var past = MovieRecorder.Progress()
    var limits = RecordingLimits()
    var grace = MovieRecorder.grace
  }

  private let state = Locked(State())
  /// Sent when a recording begins, is paused, goes on or ends.
  package let changes = ChangeSignal()
  /// Where delegates are told.
  private let queue: DispatchQueue

  /// Begins with nothing.
  ///
  /// - Parameter label: What the queue is called on which delegates are told.
  init(label: String) { queue = DispatchQueue(label: label) }

  var receivers: [any SampleReceiver] { recorder.map { [$0] } ?? [] }
  /// The file that is recorded; nil once nothing comes into it any more.
  var path: String? { state.withLock { $0.recorder?.isOver == false ? $0.path : nil } }
  var isRunning: Bool { recorder.map { !$0.isOver } ?? false }
  var isPaused: Bool { isRunning && state.withLock { $0.isPaused } }
  var limits: RecordingLimits { state.withLock { $0.limits } }

  /// How far it is, or was last.
  var progress: MovieRecorder.Progress {
    let (recorder, past) = state.withLock { ($0.recorder, $0.past) }
    return recorder?.progress ?? past
  }

  /// Waits until there is room for a sample of a kind; see ``MovieRecorder/waitForRoom(for:until:)``.
  func waitForRoom(for mediaType: MediaType, until deadline: UInt64) -> Bool {
    recorder?.waitForRoom(for: mediaType, until: deadline) ?? true
  }

  private var recorder: MovieRecorder? { state.withLock { $0.recorder } }

  /// For how long the next recording still encodes what waits where a camera is lost; see ``MovieRecorder/grace``.
  package var grace: UInt64 {
    get { state.withLock { $0.grace } }
    set { state.withLock { $0.grace = newValue } }
  }

  func setLimits(_ body: (inout RecordingLimits) -> Void) { state.withLock { body(&$0.limits) } }

  /// Ends the recording.
  func stop() { recorder?.ask(.stop(nil)) }

  /// Leaves out what comes from now on.
  func pause() { setPaused(true, .pause) }

  /// Goes on after a pause.
  func resume() { setPaused(false, .resume) }

  private func setPaused(_ isPaused: Bool, _ command: RecordingCommand.Kind) {
    let recorder = state.withLock { state in
      state.isPaused = isPaused
      return state.recorder
    }
    recorder?.ask(command)
    changes.send()
  }
}

// MARK: Beginning

extension FileRecording {
  /// What is to be recorded, of which connections.
  typealias Making = (_ connections: [CaptureConnection]) throws(CaptureError) -> RecordedFile.Kind

  /// Begins to record to a file, or goes on in it where something is recorded already; its delegate is told of all that
  /// goes wrong.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - output: What records.
  ///   - delegate: Is told.
  ///   - kind: Says what becomes of the connections that lead to the output from a session that runs.
  func start(
    _ path: String, of output: any CaptureFileOutput, _ delegate: any CaptureFileOutputRecordingDelegate,
    _ kind: Making
  ) {
    let connections = output.connections.filter { $0.isEnabled && $0.isActive }
    let client = client(path, of: output, delegate, connections)
    do throws(CaptureError) {
      let order = RecordedFile.Order(
        path: Array(path.utf8), kind: try kind(connections), limits: limits, client: client)
      let recorder = try record(order, connections, output.link)
      changes.send()
      // A session that stopped meanwhile told of it before there was a recorder to hear of that.
      recorder.end(
        CaptureError(.sessionNotRunning, subject: path, reason: "the session stopped as the recording began"))
    } catch {
      client.tell(.finished(error))
    }
  }

  /// Goes on in another file, or begins with it where nothing is recorded: all at once, so that of several that are
  /// asked for together one begins, and the others follow it.
  private func record(
    _ order: RecordedFile.Order, _ connections: [CaptureConnection], _ link: CaptureOutputLink
  ) throws(CaptureError) -> MovieRecorder {
    try state.withLock { (state) throws(CaptureError) in
      let path = String(decoding: order.path, as: UTF8.self)
      if let recorder = state.recorder, recorder.ask(.switchFile(order)) {
        state.path = path
        return recorder
      }
      let sound = connections.first { $0.mediaType == .audio }?.inputPorts.first?.formatDescription
      let recorder = try MovieRecorder(
        order, connections, soundFormat: sound?.audioFormat, grace: state.grace, changes: changes
      ) { [weak self, weak link] recorder in self?.ended(recorder, link) }
      link.needsSteadyFormat = connections.contains { $0.mediaType == .video }
      (state.recorder, state.path, state.isPaused) = (recorder, path, false)
      return recorder
    }
  }

  /// Lets go of a recorder, unless another one has followed it.
  private func ended(_ recorder: MovieRecorder, _ link: CaptureOutputLink?) {
    state.withLock { state in
      guard state.recorder === recorder else { return }
      (state.recorder, state.path, state.past) = (nil, nil, recorder.progress)
      link?.needsSteadyFormat = false
    }
  }

  private func client(
    _ path: String, of output: any CaptureFileOutput, _ delegate: any CaptureFileOutputRecordingDelegate,
    _ connections: [CaptureConnection]
  ) -> RecordingClient {
    RecordingClient(on: queue) { event in
      switch event {
      case .started(let time):
        delegate.fileOutput(output, didStartRecordingTo: path, startTime: time, from: connections)
      case .paused: delegate.fileOutput(output, didPauseRecordingTo: path, from: connections)
      case .resumed: delegate.fileOutput(output, didResumeRecordingTo: path, from: connections)
      case .finished(let error):
        delegate.fileOutput(output, didFinishRecordingTo: path, from: connections, error: error)
      }
    }
  }
}
