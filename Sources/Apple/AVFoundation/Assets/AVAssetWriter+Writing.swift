public import CoreMedia
import OpenCaptureFlow
import OpenCaptureMovies

extension AVAssetWriter {
  /// Starts writing the file.
  ///
  /// - Returns: False if writing cannot start, for instance because the file exists; see ``error``.
  @discardableResult public func startWriting() -> Bool {
    let configuration = state.withLock { state -> WritingState? in
      guard state.status == .unknown, !state.inputs.isEmpty else { return nil }
      // Prevents another thread from starting at the same time.
      state.status = .writing
      return state
    }
    guard let configuration else {
      MisuseReporter.report("startWriting(): writing has already started, or no input was added")
      return false
    }
    do throws(MovieError) {
      let writer = try MediaFileWriter(
        path: Array(outputURL.path.utf8), kind, configuration.inputs.map(\.track), options: configuration.options,
        onEvent: { [inputs = configuration.inputs, state] event in Self.handle(event, inputs, state) })
      state.withLock { $0.writer = writer }
      for (index, input) in configuration.inputs.enumerated() { input.begin(writer, track: index) }
      return true
    } catch {
      _ = state.update { $0.end(.failed, AVError(writing: error)) }
      return false
    }
  }

  private static func handle(
    _ event: MediaFileWriter.Event, _ inputs: [AVAssetWriterInput], _ state: Monitor<WritingState>
  ) {
    switch event {
    case .ready(let track): inputs[track].notifyReadiness()
    case .leftOut(let track, let reason):
      MisuseReporter.report(
        "AVAssetWriterInput: input \(track) (\(inputs[track].mediaType)) is not in the file: \(reason)")
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

  /// Starts a session: sets the time of the samples that is the beginning of the file.
  ///
  /// Call it once, before the first sample. Samples of earlier times are not written.
  public func startSession(atSourceTime startTime: CMTime) {
    let writer = state.withLock { state -> MediaFileWriter? in
      guard state.status == .writing, !state.hasSession, startTime.isNumeric else { return nil }
      state.hasSession = true
      return state.writer
    }
    guard let writer else {
      return MisuseReporter.report(
        "startSession(atSourceTime:): not writing, session already started, or invalid time")
    }
    writer.begin(at: startTime)
    for input in inputs { input.beginSession() }
  }

  /// Ends the session: sets the time of the samples that is the end of the file.
  ///
  /// Samples of later times are not written, except for those that are already encoded. The last image is shown
  /// until the end time.
  public func endSession(atSourceTime endTime: CMTime) {
    let writer = state.withLock { state in
      state.status == .writing && state.hasSession && endTime.isNumeric ? state.writer : nil
    }
    guard let writer else {
      return MisuseReporter.report("endSession(atSourceTime:): no session has started, or invalid time")
    }
    writer.end(at: endTime)
    // The call discards waiting samples, and the encoder does not report the space that this creates.
    for input in inputs { input.notifyReadiness() }
  }

  /// Finishes the file after the appended samples.
  ///
  /// - Parameter handler: A handler that is called after the file is complete or writing has failed; see
  ///   ``status``.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    let writer = state.withLock { state -> MediaFileWriter? in
      guard state.status == .writing, let writer = state.writer else { return nil }
      state.handlers.append(handler)
      return writer
    }
    if let writer { return writer.finish() }
    if status == .unknown { MisuseReporter.report("finishWriting(completionHandler:): writing has not started") }
    DispatchQueue.global().async(execute: handler)
  }

  /// Finishes the file after the appended samples, and waits for the result in ``status``.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
  }

  /// Cancels writing and deletes the file.
  public func cancelWriting() {
    let writer = state.withLock { state -> MediaFileWriter? in
      if state.status == .unknown { state.status = .cancelled }
      return state.status == .writing ? state.writer : nil
    }
    guard let writer else { return }
    writer.cancel()
    // The file is deleted before the function returns, as on Apple's systems.
    _ = state.wait { $0.status == .writing ? nil : true }
  }
}
