import OpenCaptureMediaSamples
import OpenCaptureProcessing
import Testing

@Suite("ProcessorRegistry")
struct ProcessorRegistryTests {
  private let registry = ProcessorRegistry.builtIn

  @Test("A name alone makes the processor with its defaults")
  func defaults() throws {
    let grey = try #require(try registry.make("grayscale") as? Grayscale)
    #expect(grey.weights == .bt601 && grey.output == .picture)
    let peaking = try #require(try registry.make("focus-peaking") as? FocusPeaking)
    #expect(peaking.threshold == FocusPeaking().threshold && peaking.noiseRejection == 5)
  }

  @Test("Options reach the processor")
  func options() throws {
    let text =
      "focus-peaking:threshold=80,kernel=laplacian,color=#102030,strength=0.25,background=grey,noise=0"
    let peaking = try #require(try registry.make(text) as? FocusPeaking)
    #expect(peaking.threshold == .fixed(80))
    #expect(peaking.kernel == .laplacian)
    #expect(peaking.color == PictureColor(red: 16, green: 32, blue: 48))
    #expect(peaking.strength == 0.25 && peaking.background == .grey && peaking.noiseRejection == 0)
    let adaptive = try #require(try registry.make("focus-peaking:share=0.1,color=green") as? FocusPeaking)
    #expect(adaptive.threshold == .strongest(share: 0.1))
    #expect(adaptive.color == PictureColor(red: 0, green: 255, blue: 0))
  }

  @Test("In a list, options belong to the processor before them")
  func list() throws {
    let made = try registry.makeAll("grayscale:weights=average,focus-peaking:threshold=80,color=red,grayscale")
    #expect(made.map(\.name) == ["grayscale", "focus-peaking", "grayscale"])
    #expect((made[0] as? Grayscale)?.weights == .average)
    #expect((made[1] as? FocusPeaking)?.threshold == .fixed(80))
    #expect((made[2] as? Grayscale)?.weights == .bt601)
  }

  @Test(
    "Unknown and malformed descriptions are errors that list the valid choices",
    arguments: [
      ("sepia", ProcessingError.Code.unknownProcessor, ["focus-peaking", "grayscale"]),
      ("grayscale:weight=average", .unknownOption, ["weights", "output"]),
      ("grayscale:weights=bt2020", .invalidValue, ["average bt601 bt709"]),
      ("focus-peaking:threshold=256", .invalidValue, ["0 to 255"]),
      ("focus-peaking:threshold=nan", .invalidValue, ["0 to 255"]),
      ("focus-peaking:color=mauve", .invalidValue, ["magenta", "hexadecimal"]),
      ("focus-peaking:color=#+12345", .invalidValue, ["hexadecimal"]),
      ("focus-peaking:threshold", .malformed, ["option=value"]),
      ("focus-peaking:", .malformed, ["option=value"]),
      ("focus-peaking:color=red,color=blue", .malformed, ["twice"]),
      ("focus-peaking:threshold=3,share=0.5", .notMade, ["not both"]),
      ("", .malformed, ["missing"]), (":x=1", .malformed, ["missing"]),
    ])
  func errors(_ text: String, _ code: ProcessingError.Code, _ words: [String]) throws {
    let error = #expect(throws: ProcessingError.self) { try registry.make(text) }
    #expect(error?.code == code)
    for word in words { #expect(error?.description.contains(word) == true) }
    let listError = #expect(throws: ProcessingError.self) { try registry.makeAll(text) }
    #expect(listError?.code == code)
    if code == .notMade {
      #expect(throws: Never.self) { try registry.check(text) }
    } else {
      let checkError = #expect(throws: ProcessingError.self) { try registry.check(text) }
      #expect(checkError?.code == code)
    }
  }

  @Test("The hint for an unknown name lists the known ones")
  func remedies() throws {
    let known = registry.names.joined(separator: " ")
    let error = #expect(throws: ProcessingError.self) { try registry.make("sepia") }
    #expect(error?.hint == "available: \(known)")
    #expect(error?.description == "sepia: no such processor; available: \(known)")
    #expect(ProcessingError(.unknownProcessor, subject: "sepia", reason: "no", known: []).hint == nil)
  }

  @Test(
    "A list with an empty element, or that begins with an option, is an error",
    arguments: ["grayscale,", ",grayscale", "a=b"])
  func malformedLists(_ text: String) {
    let error = #expect(throws: ProcessingError.self) { try registry.makeAll(text) }
    #expect(error?.code == .malformed)
  }

  @Test("Other code registers processors in a registry of its own")
  func register() throws {
    var mine = registry
    let options = [
      ProcessorOption("count", .integer(1...9), "how many"), ProcessorOption("loud", .flag, "whether"),
      ProcessorOption("text", .text, "what"),
    ]
    try mine.register("mine", options: options) { options in
      Closure(
        name: "\(options.integer("count") ?? 0) \(options.flag("loud") ?? false) \(options.text("text") ?? "")"
      ) { _ in }
    }
    #expect(try mine.make("mine:count=3,loud=yes,text=a=b:c").name == "3 true a=b:c")
    #expect(try mine.make("mine").name == "0 false ")
    #expect(mine.names == (registry.names + ["mine"]).sorted())
    #expect(mine.options(of: "mine") == options)
    #expect(registry.options(of: "mine") == nil)
    #expect(throws: ProcessingError.self) { try mine.make("mine:count=10") }
    #expect(throws: ProcessingError.self) { try mine.make("mine:loud=perhaps") }
  }

  @Test(
    "A name that is taken, or cannot be written in a list, is rejected",
    arguments: ["grayscale", "", "a,b", "a:b", "a=b", "a b"])
  func names(_ name: String) throws {
    var mine = registry
    let error = #expect(throws: ProcessingError.self) { try mine.register(name) { _ in Grayscale() } }
    #expect(error?.code == (name == "grayscale" ? .nameTaken : .malformed))
  }

  @Test("Each made processor has its own state")
  func fresh() throws {
    var first = try registry.make("focus-peaking")
    var second = try registry.make("focus-peaking")
    var frame = try Frame.blank()
    try first.process(&frame)
    #expect((first as? FocusPeaking)?.lastThreshold != nil)
    #expect((second as? FocusPeaking)?.lastThreshold == nil)
    try second.process(&frame)
  }
}
