import OpenCaptureMediaSamples

extension ProcessorRegistry {
  /// The processors of this module, each under its name.
  public static let builtIn: ProcessorRegistry = {
    var registry = ProcessorRegistry()
    let offers = [
      Grayscale.offer, FocusPeaking.offer, Zebra.offer, Rotate.offer, Crop.offer, Scale.offer, CenterStage.offer,
    ]
    for offer in offers { offer(&registry) }
    return registry
  }()

  /// Registers a processor under a name that must be free.
  mutating func offer(_ name: String, _ summary: String, options: [ProcessorOption], make: @escaping Factory) {
    do {
      try register(name, summary: summary, options: options, make: make)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension Grayscale {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("weights", Weights.self, "the weights of red, green and blue (default: bt601)"),
      ProcessorOption("output", Output.self, "a grey picture, or only the luma plane (default: picture)"),
    ]
    registry.offer("grayscale", "Removes colors.", options: options) { options in
      Grayscale(
        weights: options.choice("weights", of: Weights.self) ?? .bt601,
        output: options.choice("output", of: Output.self) ?? .picture)
    }
  }
}

extension FocusPeaking {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("threshold", .number(0...255), "the minimum luma step of edges (default: by share)"),
      ProcessorOption(
        "share", .number(0...1), "instead: the fraction of pixels with the strongest edges (default: 0.1)"),
      ProcessorOption(
        "sharpness", .number(0...1), "the minimum sharpness of edges; 0 shows blurred ones, too (default: 0.5)"),
      ProcessorOption("kernel", Kernel.self, "the edge operator (default: sobel)"),
      ProcessorOption(
        "noise", .number(0...1000), "the minimum ratio of edges to noise; 0 for no minimum (default: 5)"),
      ProcessorOption("color", .color, "the color of edges (default: red)"),
      ProcessorOption("strength", .number(0...1), "the opacity of the color (default: 1)"),
      ProcessorOption("background", Background.self, "the content under the edges (default: picture)"),
    ]
    registry.offer("focus-peaking", "Highlights edges that are in focus.", options: options) {
      try FocusPeaking($0)
    }
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
    sharpness = options.number("sharpness") ?? sharpness
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
      ProcessorOption("limit", .integer(0...255), "the lowest luma with stripes (default: 243)"),
      ProcessorOption("color", .color, "the color of the stripes (default: black)"),
    ]
    registry.offer("zebra", "Stripes overexposed areas.", options: options) { options in
      var zebra = Zebra()
      zebra.limit = options.integer("limit").map { UInt8(clamping: $0) } ?? zebra.limit
      zebra.color = options.color("color") ?? zebra.color
      return zebra
    }
  }
}

extension Rotate {
  static func offer(in registry: inout ProcessorRegistry) {
    let axis = ProcessorOption(
      "flip", .choice(["horizontal", "vertical"]), "left to right, or top to bottom (default: horizontal)")
    registry.offer("mirror", "Mirrors the picture.", options: [axis]) { options in
      Rotate(options.text("flip") == "vertical" ? .downMirrored : .upMirrored)
    }
    let angle = ProcessorOption("by", .choice(["90", "180", "270"]), "degrees clockwise (default: 90)")
    registry.offer("rotate", "Rotates the picture.", options: [angle]) { options in
      Rotate(ImageOrientation(quarterTurns: (options.text("by").flatMap { Int($0) } ?? 90) / 90))
    }
  }
}

extension Crop {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("x", .number(0...1), "the left edge, as a fraction of the width (default: 0)"),
      ProcessorOption("y", .number(0...1), "the top edge, as a fraction of the height (default: 0)"),
      ProcessorOption("width", .number(0...1), "the width to keep, as a fraction (default: the rest)"),
      ProcessorOption("height", .number(0...1), "the height to keep, as a fraction (default: the rest)"),
    ]
    registry.offer("crop", "Keeps a part of the picture.", options: options) { options in
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
      ProcessorOption(
        "by", .number(0.001...1000), "the factor for width and height (no default; by, width or height is needed)"),
      ProcessorOption("width", .integer(1...32_768), "instead: the maximum width in pixels (default: no limit)"),
      ProcessorOption("height", .integer(1...32_768), "instead: the maximum height in pixels (default: no limit)"),
    ]
    registry.offer("scale", "Scales the picture.", options: options) { options in
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

extension CenterStage {
  static func offer(in registry: inout ProcessorRegistry) {
    let options = [
      ProcessorOption("zoom", .number(1...10), "the maximum magnification (default: 2.5)"),
      ProcessorOption(
        "headroom", .number(1...10), "the height of the crop in heights of the faces (default: 3)"),
      ProcessorOption(
        "dead-zone", .number(0...1), "the movement that is ignored, as a fraction of the crop (default: 0.1)"),
      ProcessorOption("smooth", .number(0.01...10), "the duration of a movement in seconds (default: 0.5)"),
      ProcessorOption(
        "speed", .number(0.01...10), "the maximum speed in widths of the picture per second (default: 0.5)"),
      ProcessorOption(
        "wait", .number(0...60), "the seconds without faces before the whole picture returns (default: 1.5)"),
    ]
    registry.offer(
      "center-stage", "Follows the faces of an earlier processor with a crop.", options: options
    ) { options in
      var settings = CenterStageMotion.Options()
      settings.maximumZoom = options.number("zoom") ?? settings.maximumZoom
      settings.headroom = options.number("headroom") ?? settings.headroom
      settings.deadZone = options.number("dead-zone") ?? settings.deadZone
      settings.smoothTime = options.number("smooth") ?? settings.smoothTime
      settings.maximumSpeed = options.number("speed") ?? settings.maximumSpeed
      settings.absenceDelay = options.number("wait") ?? settings.absenceDelay
      return CenterStage(settings)
    }
  }
}
