/// Code that processes external input and is run with arbitrary bytes.
///
/// Every input must lead to a result or an error, within the given limits.
public struct FuzzTarget: Sendable {
  /// The name in `make fuzz TARGET=…`.
  public let name: String
  /// The length of the longest useful input, in bytes.
  public let longestInput: Int
  /// Runs the target with an input.
  public let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, longestInput: Int, _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.longestInput = longestInput
    // An error is a valid outcome.
    self.run = { input in do { try run(input) } catch { _ = "\(error)" } }
  }

  /// All targets.
  public static let all: [FuzzTarget] = [
    pictures, metadata, movies, sounds, pages, codes, faces, texts, commands, optionTexts, times,
    livePages, workers, daemons,
  ].flatMap(\.self)
}
