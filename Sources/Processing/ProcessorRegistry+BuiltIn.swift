import OpenCaptureMediaSamples

extension ProcessorRegistry {
  /// The processors of this module, each under its name.
  public static let builtIn: ProcessorRegistry = {
    var registry = ProcessorRegistry()
    let offers = [Grayscale.offer, FocusPeaking.offer, Zebra.offer, Rotate.offer, Crop.offer, Scale.offer]
    for offer in offers { offer(&registry) }
    return registry
  }()

  /// Registers a processor under a name that must be free.
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
      ProcessorOption("weights", Weights.self, "the weights of red, green and blue"),
      ProcessorOption("output", Output.self, "a grey picture, or only the luma plane"),
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
      ProcessorOption("threshold", .number(0...255), "the minimum luma step of edges"),
      ProcessorOption("share", .number(0...1), "instead: the fraction of pixels with the strongest edges"),
      ProcessorOption("kernel", Kernel.self, "the edge operator"),
      ProcessorOption("noise", .number(0...1000), "the minimum ratio of edges to noise; 0 for no minimum"),
      ProcessorOption("color", .color, "the color of edges"),
      ProcessorOption("strength", .number(0...1), "the opacity of the color"),
      ProcessorOption("background", Background.self, "the content under the edges"),
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

extension Zebra {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("limit", .integer(0...255), "the lowest luma with stripes"),
      ProcessorOption("color", .color, "the color of the stripes"),
    ]
    registry.offer("zebra", options: options) { options in
      var zebra = Zebra()
      zebra.limit = options.integer("limit").map { UInt8(clamping: $0) } ?? zebra.limit
      zebra.color = options.color("color") ?? zebra.color
      return zebra
    }
  }
}

extension Rotate {
  static func offer(in registry: inout ProcessorRegistry) {
    let axis = ProcessorOption("flip", .choice(["horizontal", "vertical"]), "left to right, or top to bottom")
    registry.offer("mirror", options: [axis]) { options in
      Rotate(options.text("flip") == "vertical" ? .downMirrored : .upMirrored)
    }
    let angle = ProcessorOption("by", .choice(["90", "180", "270"]), "degrees clockwise")
    registry.offer("rotate", options: [angle]) { options in
      Rotate(ImageOrientation(quarterTurns: (options.text("by").flatMap { Int($0) } ?? 90) / 90))
    }
  }
}

extension Crop {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("x", .number(0...1), "the left edge, as a fraction of the width"),
      ProcessorOption("y", .number(0...1), "the top edge, as a fraction of the height"),
      ProcessorOption("width", .number(0...1), "the width to keep, as a fraction"),
      ProcessorOption("height", .number(0...1), "the height to keep, as a fraction"),
    ]
    registry.offer("crop", options: options) { options in
      let x = options.number("x") ?? 0
      let y = options.number("y") ?? 0
      return Crop(
        to: Rect(x: x, y: y, width: options.number("width") ?? 1 - x, height: options.number("height") ?? 1 - y))
    }
  }
}

extension Scale {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("by", .number(0.001...1000), "the factor for width and height"),
      ProcessorOption("width", .integer(1...32_768), "instead: the maximum width in pixels"),
      ProcessorOption("height", .integer(1...32_768), "instead: the maximum height in pixels"),
    ]
    registry.offer("scale", options: options) { options in
      let width = options.integer("width")
      let height = options.integer("height")
      let box = VideoDimensions(width: width ?? 32_768, height: height ?? 32_768)
      let isFitted = width != nil || height != nil
      switch options.number("by") {
      case nil where !isFitted:
        throw ProcessingError(.invalidValue, subject: "scale", reason: "give by, width or height")
      case let factor? where !isFitted: return Scale(to: .factor(factor))
      case nil: return Scale(to: .fitting(box))
      default:
        throw ProcessingError(.invalidValue, subject: "scale", reason: "by cannot be combined with width or height")
      }
    }
  }
}
