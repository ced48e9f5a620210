public import OpenCaptureSystem

/// Why nothing is published.
public struct PublishingError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// What the person can do about it; nil where nothing general is known.
    public let remedy: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension PublishingError.Code {
  /// The library that speaks MQTT is not installed, or can't be used.
  public static let libraryMissing = Self("libraryMissing", remedy: MosquittoLibrary.remedy)
  /// An address is none of a broker.
  public static let invalidAddress = Self(
    "invalidAddress", remedy: "write mqtt://HOST/SITE or mqtts://USER@HOST:PORT/SITE")
  /// What is to be kept for the broker can't be.
  public static let cannotKeep = Self("cannotKeep")
  /// The library can't use what it was given, or the system gives no thread.
  public static let cannotStart = Self("cannotStart")
}
