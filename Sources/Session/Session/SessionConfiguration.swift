import OpenCaptureFlow
import OpenCaptureMediaSamples

/// The inputs, outputs and connections of a session: a value, so that a change is all or nothing.
struct SessionConfiguration: Sendable {
  var preset = CaptureSession.Preset.high
  private(set) var inputs: [any CaptureInput] = []
  private(set) var outputs: [any CaptureOutput] = []
  private(set) var connections: [CaptureConnection] = []
  /// What inputs stream for a while, whatever the preset picks.
  private(set) var temporaryStreams: [ObjectIdentifier: CaptureStreamConfiguration] = [:]

  /// Why an input can't be added; nil where it can.
  func objection(to input: any CaptureInput) -> CaptureError? {
    if inputs.contains(where: { $0 === input || $0.isMadeOf(input.resource) }) {
      return invalid(input.name, "the session has this input already")
    }
    return input.supports(preset.selection)
      ? nil : invalid(input.name, "it has no format for the preset \(preset.rawValue)")
  }

  /// Why an output can't be added; nil where it can.
  func objection(to output: any CaptureOutput) -> CaptureError? {
    let isKnown = outputs.contains { $0 === output } || !output.connections.isEmpty
    return isKnown ? invalid(output.name, "the output is in a session already") : nil
  }

  /// Why a connection can't be added; nil where it can.
  func objection(to connection: CaptureConnection) -> CaptureError? {
    guard let input = connection.input, inputs.contains(where: { $0 === input }) else {
      return invalid("connection", "it comes from no input of the session")
    }
    guard let output = connection.output, outputs.contains(where: { $0 === output }) else {
      return invalid(input.name, "the connection leads to no output of the session")
    }
    guard connection.inputPorts.count == 1, input.ports.contains(where: { $0 === connection.inputPorts[0] }) else {
      return invalid(input.name, "a connection comes from one port of an input")
    }
    guard let kind = connection.mediaType, output.mediaTypes.contains(kind) else {
      return invalid(output.name, "it doesn't take this kind of media")
    }
    return isConnected(output, kind) ? invalid(output.name, "it is connected already") : nil
  }

  private func invalid(_ subject: String, _ reason: String) -> CaptureError {
    CaptureError(.invalidConfiguration, subject: subject, reason: reason)
  }

  /// Adds an input; outputs that aren't connected are connected to it where that is asked for.
  mutating func add(_ input: any CaptureInput, connecting: Bool) throws(CaptureError) {
    if let objection = objection(to: input) { throw objection }
    inputs.append(input)
    for port in input.ports { port.belongs(to: input) }
    guard connecting else { return }
    for output in outputs { connect(output, toPortsOf: [input]) }
  }

  /// Adds an output; it is connected to an input where that is asked for.
  ///
  /// To the first that has no output of its kind yet, so that the second video output shows the second camera; else to
  /// the first.
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

  /// Connects an output to the first port of each kind that it takes and isn't connected to.
  private mutating func connect(_ output: any CaptureOutput, toPortsOf inputs: [any CaptureInput]) {
    for kind in output.mediaTypes where !isConnected(output, kind) {
      let port = inputs.lazy.flatMap(\.ports).first { $0.mediaType == kind }
      if let port { connections.append(CaptureConnection(inputPorts: [port], output: output)) }
    }
  }

  /// The inputs that lead somewhere: those that have to stream.
  var connectedInputs: [any CaptureInput] {
    inputs.filter { input in connections.contains { $0.input === input } }
  }

  func connections(from input: any CaptureInput) -> [CaptureConnection] {
    connections.filter { $0.input === input }
  }

  /// What each input has to stream.
  ///
  /// - Throws: ``CaptureError`` where an input has nothing for the preset.
  func streamConfigurations() throws(CaptureError) -> [ObjectIdentifier: CaptureStreamConfiguration] {
    var result: [ObjectIdentifier: CaptureStreamConfiguration] = [:]
    for input in connectedInputs {
      guard input.supports(preset.selection) else {
        throw invalid(input.name, "it has no format for the preset \(preset.rawValue)")
      }
      result[ObjectIdentifier(input)] = try streamConfiguration(of: input)
    }
    return result
  }

  /// What an input has to stream.
  func streamConfiguration(of input: any CaptureInput) throws(CaptureError) -> CaptureStreamConfiguration {
    if let temporary = temporaryStreams[ObjectIdentifier(input)] { return temporary }
    return try input.configuration(for: preset.selection)
  }

  /// Whether an output records movies.
  var recordsMovies: Bool { outputs.contains(where: \.link.recordsMovies) }

  /// Whether an output needs its streams as they are.
  var needsSteadyFormat: Bool { outputs.contains(where: \.link.needsSteadyFormat) }

  /// Lets an input stream something else for a while; nil ends that.
  mutating func setTemporaryStream(
    _ configuration: CaptureStreamConfiguration?, of input: any CaptureInput
  ) throws(CaptureError) {
    guard inputs.contains(where: { $0 === input }) else {
      throw invalid(input.name, "the session doesn't have this input")
    }
    if configuration != nil, needsSteadyFormat {
      throw CaptureError(
        .formatNeeded, subject: input.name, reason: "an output of the session needs its pictures as they are",
        remedy: "end the recording, or ask for pictures as large as they are now")
    }
    temporaryStreams[ObjectIdentifier(input)] = configuration
  }
}

extension CaptureInput {
  fileprivate func isMadeOf(_ resource: ObjectIdentifier?) -> Bool { resource != nil && resource == self.resource }
}
