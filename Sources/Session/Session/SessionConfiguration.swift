public import OpenCaptureFlow
import OpenCaptureMediaSamples

/// The inputs, outputs and connections of a session, as a value whose changes apply together or not at all.
struct SessionConfiguration: Sendable {
  var preset = CaptureSession.Preset.high
  private(set) var inputs: [any CaptureInput] = []
  private(set) var outputs: [any CaptureOutput] = []
  private(set) var connections: [CaptureConnection] = []
  /// The temporary configurations of inputs, which override the preset.
  private(set) var temporaryStreams: [ObjectIdentifier: CaptureStreamConfiguration] = [:]

  /// Returns the reason that prevents adding an input, or nil if it can be added.
  func objection(to input: any CaptureInput) -> CaptureError? {
    if inputs.contains(where: { $0 === input || ($0.resource != nil && $0.resource == input.resource) }) {
      return invalid(input.name, "the session already has this input")
    }
    return input.supports(preset.selection)
      ? nil : invalid(input.name, "the input has no format for the preset \(preset.name)")
  }

  /// Returns the reason that prevents adding an output, or nil if it can be added.
  func objection(to output: any CaptureOutput) -> CaptureError? {
    let isKnown = outputs.contains { $0 === output } || !output.connections.isEmpty
    return isKnown ? invalid(output.name, "the output already belongs to a session") : nil
  }

  /// Returns the reason that prevents adding a connection, or nil if it can be added.
  func objection(to connection: CaptureConnection) -> CaptureError? {
    guard let input = connection.input, inputs.contains(where: { $0 === input }) else {
      return invalid("connection", "its input is not part of the session")
    }
    guard let output = connection.output, outputs.contains(where: { $0 === output }) else {
      return invalid(input.name, "the output of the connection is not part of the session")
    }
    guard connection.inputPorts.count == 1, input.ports.contains(where: { $0 === connection.inputPorts[0] }) else {
      return invalid(input.name, "a connection needs exactly one port of its input")
    }
    guard let kind = connection.mediaType, output.mediaTypes.contains(kind) else {
      return invalid(output.name, "the output does not accept this media type")
    }
    return isConnected(output, kind) ? invalid(output.name, "the output is already connected") : nil
  }

  private func invalid(_ subject: String, _ reason: String) -> CaptureError {
    CaptureError(.invalidConfiguration, subject: subject, reason: reason)
  }

  /// Adds an input and, if requested, connects unconnected outputs to it.
  mutating func add(_ input: any CaptureInput, connecting: Bool) throws(CaptureError) {
    if let objection = objection(to: input) { throw objection }
    inputs.append(input)
    for port in input.ports { port.attach(to: input) }
    guard connecting else { return }
    for output in outputs { connect(output, toPortsOf: [input]) }
  }

  /// Adds an output and, if requested, connects it to an input.
  ///
  /// The first input without an output of the same type is preferred, so that the second video output shows the
  /// second camera. Otherwise the first input is used.
  mutating func add(_ output: any CaptureOutput, connecting: Bool) throws(CaptureError) {
    if let objection = objection(to: output) { throw objection }
    outputs.append(output)
    guard connecting else { return }
    let free = inputs.filter { input in
      !connections.contains { $0.input === input && $0.output.map { type(of: $0) == type(of: output) } ?? false }
    }
    connect(output, toPortsOf: free + inputs)
  }

  mutating func add(_ connection: CaptureConnection) throws(CaptureError) {
    if let objection = objection(to: connection) { throw objection }
    connections.append(connection)
  }

  mutating func remove(_ input: any CaptureInput) {
    inputs.removeAll { $0 === input }
    temporaryStreams[ObjectIdentifier(input)] = nil
    connections.removeAll { $0.input === input }
  }

  mutating func remove(_ output: any CaptureOutput) {
    outputs.removeAll { $0 === output }
    connections.removeAll { $0.output === output }
  }

  mutating func remove(_ connection: CaptureConnection) { connections.removeAll { $0 === connection } }

  private func isConnected(_ output: any CaptureOutput, _ kind: MediaType) -> Bool {
    connections.contains { $0.output === output && $0.mediaType == kind }
  }

  /// Connects an output to the first port of each media type that it accepts and is not connected to.
  private mutating func connect(_ output: any CaptureOutput, toPortsOf inputs: [any CaptureInput]) {
    for kind in output.mediaTypes where !isConnected(output, kind) {
      let port = inputs.lazy.flatMap(\.ports).first { $0.mediaType == kind }
      if let port { connections.append(CaptureConnection(inputPorts: [port], output: output)) }
    }
  }

  /// The inputs with connections, which must stream.
  var connectedInputs: [any CaptureInput] { inputs.filter { input in connections.contains { $0.input === input } } }

  func connections(from input: any CaptureInput) -> [CaptureConnection] {
    connections.filter { $0.input === input }
  }

  /// Returns the configuration that each input must stream.
  ///
  /// - Throws: ``CaptureError`` if an input has no format for the preset.
  func streamConfigurations() throws(CaptureError) -> [ObjectIdentifier: CaptureStreamConfiguration] {
    var result: [ObjectIdentifier: CaptureStreamConfiguration] = [:]
    for input in connectedInputs {
      guard input.supports(preset.selection) else {
        throw invalid(input.name, "the input has no format for the preset \(preset.name)")
      }
      result[ObjectIdentifier(input)] = try streamConfiguration(of: input)
    }
    return result
  }

  /// Returns the configuration that an input must stream.
  func streamConfiguration(of input: any CaptureInput) throws(CaptureError) -> CaptureStreamConfiguration {
    if let temporary = temporaryStreams[ObjectIdentifier(input)] { return temporary }
    return try input.configuration(for: preset.selection)
  }

  /// Whether an output records movies.
  var recordsMovies: Bool { outputs.contains(where: \.link.recordsMovies) }

  /// Whether an output needs its streams unchanged.
  var needsSteadyFormat: Bool { outputs.contains(where: \.link.needsSteadyFormat) }

  /// Sets or, with nil, removes the temporary configuration of an input.
  mutating func setTemporaryStream(
    _ configuration: CaptureStreamConfiguration?, of input: any CaptureInput
  ) throws(CaptureError) {
    guard inputs.contains(where: { $0 === input }) else {
      throw invalid(input.name, "the input is not part of the session")
    }
    if configuration != nil, needsSteadyFormat {
      throw CaptureError(
        .formatNeeded, subject: input.name, reason: "an output of the session needs the current format",
        hint: "end the recording, or request photos of the current size")
    }
    temporaryStreams[ObjectIdentifier(input)] = configuration
  }
}

extension CaptureError.Code {
  /// The session cannot use the configuration.
  public static var invalidConfiguration: Self { Self("invalidConfiguration") }
  /// The stream cannot change now, because an output of the session needs the current format.
  public static var formatNeeded: Self { Self("formatNeeded") }
}
