import OpenCaptureSystem
public import OpenCaptureFlow
import OpenCaptureMediaSamples

extension CaptureSession {
  /// Begins a change that takes effect with the outermost ``commitConfiguration()``.
  public func beginConfiguration() {
    state.withLock { state in
      state.depth += 1
      state.draft = state.draft ?? state.active
    }
  }

  /// Makes all changes since ``beginConfiguration()`` take effect.
  ///
  /// While the session runs: new cameras are started before the old ones end, and no frame of one that was removed is
  /// delivered once this has returned. (A consumer that has been busy with one for longer than 0.2 s is not waited for.)
  ///
  /// - Throws: `CaptureError` where the session can't be as it was configured, a camera of it doesn't start for
  ///   instance. It then goes on as it was before, and the changes are forgotten.
  @_disfavoredOverload public func commitConfiguration() throws(CaptureError) { try commit() }

  /// A commit whose failure is told as a runtime error.
  package func commitOrAnnounce() {
    do throws(CaptureError) { try commit() } catch { announceError(error) }
  }

  /// Tells of an error of the session's.
  package func announceError(_ error: CaptureError) { announce([.runtimeError(error)]) }

  package func commit() throws(CaptureError) {
    let isOutermost = state.withLock { state in
      guard state.depth > 0 else { return false }
      state.depth -= 1
      return state.depth == 0
    }
    guard isOutermost else { return }
    try onWorkQueue { () throws(CaptureError) in
      let draft = self.state.withLock { $0.draft.take() }
      if let draft { try self.apply(draft) }
    }
  }

  /// Changes the draft where there is one, else the session itself.
  func change(
    _ body: @Sendable (inout SessionConfiguration) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    let isDrafting = try state.withLock { (state) throws(CaptureError) in
      guard var draft = state.draft else { return false }
      try body(&draft)
      state.draft = draft
      return true
    }
    guard !isDrafting else { return }
    try onWorkQueue { () throws(CaptureError) in
      var configuration = self.state.withLock { $0.active }
      try body(&configuration)
      try self.apply(configuration)
    }
  }

  /// A change where nothing can be thrown: a failure is told as a runtime error.
  func changeOrAnnounce(_ body: @Sendable (inout SessionConfiguration) -> Void) {
    do throws(CaptureError) { try change { body(&$0) } } catch { announce([.runtimeError(error)]) }
  }

  /// A change of what is in effect, whatever is being drafted, and of the draft with it.
  private func changeNow(
    _ body: @escaping @Sendable (inout SessionConfiguration) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    try onWorkQueue { () throws(CaptureError) in
      var configuration = self.state.withLock { $0.active }
      try body(&configuration)
      try self.apply(configuration)
      try self.state.withLock { (state) throws(CaptureError) in
        guard var draft = state.draft else { return }
        try body(&draft)
        state.draft = draft
      }
    }
  }

  private var current: SessionConfiguration { state.withLock { $0.draft ?? $0.active } }

  /// The inputs, in the order in which they were added.
  public var inputs: [any CaptureInput] { current.inputs }

  /// The outputs, in the order in which they were added; previews are none.
  public var outputs: [any CaptureOutput] { current.outputs.filter { !$0.link.isPreview } }

  /// The connections, in the order in which they came about.
  public var connections: [CaptureConnection] { current.connections }

  /// Whether an input can be added.
  public func canAddInput(_ input: any CaptureInput) -> Bool { current.objection(to: input) == nil }

  /// Adds an input; outputs that aren't connected yet are connected to it.
  ///
  /// - Throws: `CaptureError` where it can't be, or while the session runs, where it doesn't start.
  @_disfavoredOverload public func addInput(_ input: any CaptureInput) throws(CaptureError) {
    try add(input, connecting: true)
  }

  /// Adds an input without connecting it.
  ///
  /// - Throws: `CaptureError` where it can't be.
  @_disfavoredOverload public func addInputWithNoConnections(_ input: any CaptureInput) throws(CaptureError) {
    try add(input, connecting: false)
  }

  package func add(_ input: any CaptureInput, connecting: Bool) throws(CaptureError) {
    try change { (configuration) throws(CaptureError) in try configuration.add(input, connecting: connecting) }
  }

  /// Takes an input away, and its connections with it.
  ///
  /// Nothing happens where the session doesn't have it.
  public func removeInput(_ input: any CaptureInput) { changeOrAnnounce { $0.remove(input) } }

  /// Whether an output can be added.
  public func canAddOutput(_ output: any CaptureOutput) -> Bool { current.objection(to: output) == nil }

  /// Adds an output; it is connected to the first camera that has no output of its kind yet, else to the first.
  ///
  /// - Throws: `CaptureError` where it can't be, or while the session runs, where its camera doesn't start.
  @_disfavoredOverload public func addOutput(_ output: any CaptureOutput) throws(CaptureError) {
    try add(output, connecting: true)
  }

  /// Adds an output without connecting it.
  ///
  /// - Throws: `CaptureError` where it can't be.
  @_disfavoredOverload public func addOutputWithNoConnections(_ output: any CaptureOutput) throws(CaptureError) {
    try add(output, connecting: false)
  }

  package func add(_ output: any CaptureOutput, connecting: Bool) throws(CaptureError) {
    try change { (configuration) throws(CaptureError) in try configuration.add(output, connecting: connecting) }
  }

  /// Takes an output away, and its connections with it.
  ///
  /// Nothing happens where the session doesn't have it.
  public func removeOutput(_ output: any CaptureOutput) { changeOrAnnounce { $0.remove(output) } }

  /// Whether a connection can be added.
  public func canAddConnection(_ connection: CaptureConnection) -> Bool { current.objection(to: connection) == nil }

  /// Adds a connection that was made by hand.
  ///
  /// - Throws: `CaptureError` where it can't be, or while the session runs, where its camera doesn't start.
  @_disfavoredOverload public func addConnection(_ connection: CaptureConnection) throws(CaptureError) {
    try add(connection)
  }

  package func add(_ connection: CaptureConnection) throws(CaptureError) {
    try change { (configuration) throws(CaptureError) in try configuration.add(connection) }
  }

  /// Takes a connection away.
  ///
  /// Nothing happens where the session doesn't have it.
  public func removeConnection(_ connection: CaptureConnection) { changeOrAnnounce { $0.remove(connection) } }

  /// Whether all inputs have a format for a preset.
  public func canSetSessionPreset(_ preset: Preset) -> Bool {
    (preset.selection != nil || preset == .inputPriority)
      && current.inputs.allSatisfy { $0.supports(preset.selection) }
  }

  /// What is asked of the cameras; default ``Preset/high``.
  ///
  /// One that an input has no format for changes nothing; ask ``canSetSessionPreset(_:)``.
  public var sessionPreset: Preset {
    get { current.preset }
    set {
      guard canSetSessionPreset(newValue) else { return }
      changeOrAnnounce { $0.preset = newValue }
    }
  }
}

extension CaptureSession: CaptureOutputSession {
  package var recordsMovies: Bool { state.withLock { $0.active }.recordsMovies }

  package var needsSteadyFormat: Bool { state.withLock { $0.active }.needsSteadyFormat }

  package func setTemporaryStream(
    _ configuration: CaptureStreamConfiguration?, of input: any CaptureInput
  ) throws(CaptureError) {
    try changeNow { (session) throws(CaptureError) in try session.setTemporaryStream(configuration, of: input) }
  }
}
