public import CoreMedia
import Dispatch
import OpenCaptureFlow
import OpenCaptureMovies
import OpenCaptureSystem

extension AVAssetWriter {
  /// Begins the file.
  ///
  /// - Returns: Whether it could be begun; else ``error`` says why not: it is there already, for instance.
  @discardableResult public func startWriting() -> Bool {
    let order = state.withLock { state -> WritingState? in
      guard state.status == .unknown, !state.inputs.isEmpty else { return nil }
      // Nobody else begins it meanwhile.
      state.status = .writing
      return state
    }
    guard let order else {
      Misuse.tell("startWriting(): it has started before, or there is no input")
      return false
    }
    do throws(MovieError) {
      let writer = try MediaFileWriter(
        path: Array(outputURL.path.utf8), kind, order.inputs.map(\.track), options: order.options,
        tell: { [inputs = order.inputs, state] event in Self.note(event, inputs, state) })
      state.withLock { $0.writer = writer }
      for (index, input) in order.inputs.enumerated() { input.begin(writer, track: index) }
      return true
    } catch {
      _ = state.update { $0.end(.failed, AVError(writing: error)) }
      return false
    }
  }

  private static func note(
    _ event: MediaFileWriter.Event, _ inputs: [AVAssetWriterInput], _ state: Monitor<WritingState>
  ) {
    switch event {
    case .ready(let track): inputs[track].noteReadiness()
    case .leftOut(let track, let reason):
      Misuse.tell("AVAssetWriterInput: of \(inputs[track].mediaType), input \(track), isn't in the file: \(reason)")
    case .ended(let outcome):
      let handlers = state.update { state in
        switch outcome {
        case .completed: state.end(.completed, nil)
        case .failed(let error): state.end(.failed, AVError(writing: error))
        case .cancelled: state.end(.cancelled, nil)
        }
      }
      for input in inputs { input.end() }
      for handler in handlers { DispatchQueue.global().async(execute: handler) }
    }
  }

  /// Says which time of the samples is the beginning of the file, once, before any is appended.
  ///
  /// What is appended of earlier times is left out.
  public func startSession(atSourceTime startTime: CMTime) {
    let writer = state.withLock { state -> MediaFileWriter? in
      guard state.status == .writing, !state.hasSession, startTime.isNumeric else { return nil }
      state.hasSession = true
      return state.writer
    }
    guard let writer else {
      return Misuse.tell("startSession(atSourceTime:): writing hasn't started, a session has, or it is at no time")
    }
    writer.begin(at: startTime)
    for input in inputs { input.beginSession() }
  }

  /// Says which time of the samples is the end of the file.
  ///
  /// What is appended of later times is left out, and the last picture is shown until then. What was encoded of later
  /// times before this was called stays.
  public func endSession(atSourceTime endTime: CMTime) {
    let writer = state.withLock { state in
      state.status == .writing && state.hasSession && endTime.isNumeric ? state.writer : nil
    }
    guard let writer else {
      return Misuse.tell("endSession(atSourceTime:): no session has started, or it is at no time")
    }
    writer.end(at: endTime)
    // What waited behind it is gone, and nobody encodes it and tells of room.
    for input in inputs { input.noteReadiness() }
  }

  /// Ends the file behind what was appended.
  ///
  /// - Parameter handler: Called when it has ended, however it did: see ``status``.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    let (isOver, writer) = state.withLock { state -> (Bool, MediaFileWriter?) in
      guard state.status == .writing, state.writer != nil else { return (true, nil) }
      state.handlers.append(handler)
      return (false, state.writer)
    }
    if isOver {
      if status == .unknown { Misuse.tell("finishWriting(completionHandler:): writing hasn't started") }
      return DispatchQueue.global().async(execute: handler)
    }
    writer?.finish()
  }

  /// Ends the file behind what was appended, and waits for it; ``status`` says how it ended.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
  }

  /// Ends writing, and takes the file away.
  public func cancelWriting() {
    let writer = state.withLock { state -> MediaFileWriter? in
      switch state.status {
      case .unknown:
        state.status = .cancelled
        return nil
      case .writing: return state.writer
      default: return nil
      }
    }
    guard let writer else { return }
    writer.cancel()
    // As there: when it returns, the file is gone.
    _ = state.wait { $0.status == .writing ? nil : true }
  }
}
