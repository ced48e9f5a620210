public import OpenCaptureSystem

/// What went wrong with a live page.
public struct LivePageError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// The kinds of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// What the person can do about it.
    public let remedy: String?

    /// Makes a kind.
    public init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension LivePageError.Code {
  /// The address can't be listened to.
  public static let cannotListen = Self("cannotListen", remedy: "listen to another address with --listen")
  /// This was built without what serves a page.
  public static let isLeftOut = Self("isLeftOut", remedy: "build with the trait Live: swift build --traits Live")
  /// A certificate or its key can't be used.
  public static let wrongIdentity = Self("wrongIdentity", remedy: "name a certificate and its key, both in PEM")
  /// A message or a command isn't one that is known here.
  public static let notUnderstood = Self("notUnderstood")
  /// The camera doesn't have what a command is about, or it failed.
  public static let cannotPerform = Self("cannotPerform")
  /// A picture can't be encoded.
  public static let cannotEncode = Self("cannotEncode")
}
