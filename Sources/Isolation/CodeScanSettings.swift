/// The settings of a scan, as a program sends them to its workers; names and numbers, so that the program needs no decoder.
package struct CodeScanSettings: Sendable, Equatable {
  /// The types that all passes search for.
  package var types: [String] = []
  /// The types that fewer passes search for.
  package var secondaryTypes: [String] = []
  /// The names of the engines, by preference.
  package var engines: [String] = []
  /// The effort for pictures, by its name.
  package var effort = "balanced"
  /// The effort for frames of movies.
  package var movieEffort = "fast"
  package var textEncoding: String?
  /// The reading of Code 39, by its name.
  package var code39 = "plain"
  /// The resolutions for PDF pages, in pixels per inch.
  package var resolutions: [Double] = []
  /// The most bytes of a file.
  package var maximumByteCount = 1 << 29
  /// The most pixels of a picture.
  package var maximumPixelCount = 250_000_000
  /// The most memory for an input, in bytes.
  package var maximumMemory = 1_000_000_000
  /// The most pages of a document.
  package var maximumPageCount = 10_000
  /// The memory for copies of a picture, in bytes per pixel.
  package var workingBytesPerPixel = 4
  /// The actions that help against the limits.
  package var hint: String?
  package var pageLimitHint: String?
  /// The limit of processor time for an input, in seconds; nil for none.
  package var deadline: Double?
  package var stopsAtFirst = false
  /// Whether pictures are returned with outlined codes.
  package var isAnnotated = false
  /// The time out of view after which a code of a movie is reported again, in seconds.
  package var rearm = 2.0
  /// Whether the scanning thread decodes movies too, so that a limit of processor time counts both.
  package var isStepped = false

  package func add(to message: inout Message) {
    for names in [types, secondaryTypes, engines] {
      message.add(names.count)
      for name in names { message.add(name) }
    }
    message.add(effort)
    message.add(movieEffort)
    message.add(textEncoding) { $0.add($1) }
    message.add(code39)
    message.add(resolutions.count)
    for resolution in resolutions { message.add(resolution) }
    for limit in [
      maximumByteCount, maximumPixelCount, maximumMemory, maximumPageCount, workingBytesPerPixel,
    ] { message.add(limit) }
    for hint in [hint, pageLimitHint] { message.add(hint) { $0.add($1) } }
    message.add(deadline) { $0.add($1) }
    message.add(stopsAtFirst)
    message.add(isAnnotated)
    message.add(rearm)
    message.add(isStepped)
  }

  package init() {}

  package init(_ message: inout Message) throws(MessageError) {
    func names(_ message: inout Message) throws(MessageError) -> [String] {
      var names: [String] = []
      for _ in 0..<min(try message.count(), 1000) { names.append(try message.text()) }
      return names
    }
    types = try names(&message)
    secondaryTypes = try names(&message)
    engines = try names(&message)
    effort = try message.text()
    movieEffort = try message.text()
    textEncoding = try message.optionalText()
    code39 = try message.text()
    for _ in 0..<min(try message.count(), 10) { resolutions.append(try message.double()) }
    maximumByteCount = try message.count()
    maximumPixelCount = try message.count()
    maximumMemory = try message.count()
    maximumPageCount = try message.count()
    workingBytesPerPixel = try message.count()
    hint = try message.optionalText()
    pageLimitHint = try message.optionalText()
    deadline = try message.optional { (message) throws(MessageError) in try message.double() }
    stopsAtFirst = try message.flag()
    isAnnotated = try message.flag()
    rearm = try message.double()
    isStepped = try message.flag()
  }
}
