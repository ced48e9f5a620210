import FoundationEssentials

/// What a page is to know of the camera beside its pictures: what there is, how it is set, and what can be set.
public struct LiveState: Sendable, Hashable, Encodable {
  /// A camera that can be chosen.
  public struct Camera: Sendable, Hashable, Encodable {
    /// What a command calls it.
    public var id: String
    /// What people call it.
    public var name: String

    /// Makes one.
    public init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }

  /// A control with a value within limits.
  public struct Range: Sendable, Hashable, Encodable {
    /// Its value.
    public var value: Double
    /// The least.
    public var least: Double
    /// The greatest.
    public var greatest: Double
    /// Whether the camera sets it by itself now.
    public var isAutomatic: Bool
    /// Whether the camera can set it by itself.
    public var canBeAutomatic: Bool

    /// Makes one.
    public init(
      value: Double, least: Double, greatest: Double, isAutomatic: Bool = false, canBeAutomatic: Bool = false
    ) {
      (self.value, self.least, self.greatest) = (value, least, greatest)
      (self.isAutomatic, self.canBeAutomatic) = (isAutomatic, canBeAutomatic)
    }
  }

  /// A photo or a movie that can be fetched.
  public struct File: Sendable, Hashable, Encodable {
    /// Its name.
    public var name: String
    /// How large it is, in bytes.
    public var byteCount: Int

    /// Makes one.
    public init(name: String, byteCount: Int) { (self.name, self.byteCount) = (name, byteCount) }
  }

  /// The id of the camera that is shown.
  public var camera = ""
  /// Those that can be chosen.
  public var cameras: [Camera] = []
  /// What is wrong with it, for a person; nil where nothing is.
  public var problem: String?
  /// How much larger things are seen; nil where that can't be set.
  public var zoom: Range?
  /// Where the lens is; nil where that can't be set.
  public var focus: Range?
  /// What is added to the camera's exposure, in EV; where it can't, how long frames are exposed, as the logarithm to base 2
  /// of seconds; nil where neither can be set.
  public var exposure: Range?
  /// Whether ``exposure`` is a time.
  public var exposesByTime = false
  /// The colour of the light, in kelvin; nil where that can't be set.
  public var whiteBalance: Range?
  /// Whether focus can be set at a point.
  public var focusesAtPoint = false
  /// Whether exposure can be set at a point.
  public var exposesAtPoint = false
  /// Whether what is in focus is marked.
  public var peaking = false
  /// Whether photos and movies can be kept.
  public var keepsFiles = false
  /// How long the movie is that is being recorded, in seconds; nil where there is none.
  public var recordedSeconds: Double?
  /// What was taken so far, the newest last.
  public var files: [File] = []

  /// Nothing is known yet.
  public init() {}

  /// As an object of JSON.
  func json(access: LiveAccess) -> [UInt8] {
    struct Told: Encodable {
      let state: LiveState
      let controls: Bool
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(Told(state: self, controls: access >= .control))).map(Array.init) ?? []
  }
}
