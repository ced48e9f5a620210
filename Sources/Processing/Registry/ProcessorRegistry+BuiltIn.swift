extension ProcessorRegistry {
  /// The processors of this module, each under its name.
  public static let builtIn: ProcessorRegistry = {
    var registry = ProcessorRegistry()
    for offer in [Grayscale.offer, FocusPeaking.offer] { offer(&registry) }
    return registry
  }()

  /// Registers a name that is known to be free.
  mutating func offer(_ name: String, options: [ProcessorOption] = [], make: @escaping Factory) {
    do {
      try register(name, options: options, make: make)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension Grayscale {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("weights", Weights.self, "how red, green and blue weigh"),
      ProcessorOption("output", Output.self, "a grey picture, or the luma plane alone"),
    ]
    registry.offer("grayscale", options: options) { options in
      Grayscale(
        weights: options.choice("weights", of: Weights.self) ?? .bt601,
        output: options.choice("output", of: Output.self) ?? .picture)
    }
  }
}

extension FocusPeaking {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("threshold", .number(0...255), "the step in luma that edges must exceed"),
      ProcessorOption("share", .number(0...1), "the share of pixels to show instead, the strongest edges"),
      ProcessorOption("kernel", Kernel.self, "what measures edges"),
      ProcessorOption("noise", .number(0...1000), "how many times as strong as noise edges must be; 0 for any"),
      ProcessorOption("color", .color, "the colour of edges"),
      ProcessorOption("strength", .number(0...1), "how much of the colour covers the picture"),
      ProcessorOption("background", Background.self, "what is under the edges"),
    ]
    registry.offer("focus-peaking", options: options) { try FocusPeaking($0) }
  }

  private init(_ options: ProcessorOptions) throws {
    self.init()
    switch (options.number("threshold"), options.number("share")) {
    case (.some, .some):
      throw ProcessingError(
        .invalidValue, subject: "focus-peaking", reason: "give a threshold or a share, not both")
    case (let step?, nil): threshold = .fixed(step)
    case (nil, let share?): threshold = .strongest(share: share)
    case (nil, nil): break
    }
    kernel = options.choice("kernel", of: Kernel.self) ?? kernel
    noiseRejection = options.number("noise") ?? noiseRejection
    color = options.color("color") ?? color
    strength = options.number("strength") ?? strength
    background = options.choice("background", of: Background.self) ?? background
  }
}
