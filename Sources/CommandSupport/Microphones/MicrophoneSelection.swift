import ArgumentParser

/// Which microphone a person means: by the word of an option.
package enum MicrophoneSelection: Sendable, Hashable, ExpressibleByArgument {
  /// `none`: there shall be no sound.
  case none
  /// `default`: the machine's.
  case `default`
  /// `synthetic`: the built-in one.
  case synthetic
  /// An ID, a name for people or a device file.
  case named(String)

  /// The word for no microphone.
  package static let noneName = "none"
  /// The word for the machine's.
  package static let defaultName = "default"
  /// The word for the built-in one.
  package static let syntheticName = "synthetic"

  /// Takes the word of an option.
  package init(argument: String) {
    switch argument {
    case Self.noneName: self = .none
    case Self.defaultName: self = .default
    case Self.syntheticName: self = .synthetic
    default: self = .named(argument)
    }
  }
}
