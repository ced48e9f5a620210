/// Something that takes bytes from outside, to be given any.
///
/// Whatever they are, it must come back: with a result or an error, within the limits that it was given.
public struct FuzzTarget: Sendable {
  /// What `make fuzz TARGET=…` calls it.
  public let name: String
  /// How many bytes are worth trying.
  public let longestInput: Int
  /// Gives it an input.
  public let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, longestInput: Int, _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
    (self.name, self.longestInput) = (name, longestInput)
    // An error is an answer.
    self.run = { input in do { try run(input) } catch { _ = "\(error)" } }
  }

  /// All that there are.
  public static let all: [FuzzTarget] = [
    pictures, metadata, movies, sounds, pages, codes, faces, texts, commands, optionTexts, times,
    livePages,
  ].flatMap(\.self)
}
