import FoundationEssentials

/// The owner of the camera that a page shows, which executes the page's commands.
///
/// Members are called on any thread.
public protocol LivePageHost: AnyObject, Sendable {
  /// The state of the camera for pages.
  var liveState: LiveState { get }

  /// Executes a command of a page with control.
  ///
  /// - Throws: ``LivePageError`` whose text is shown to the user.
  func perform(_ command: LiveCommand) async throws(LivePageError)

  /// Returns the path of a file in ``LiveState/files``; nil for other names.
  func path(ofFile name: String) -> String?

  /// Called when the first viewer appears or the last one leaves.
  func audienceDidChange(isWatched: Bool)
}

/// The state of the camera for pages: its settings and controls, and the available cameras and files.
public struct LiveState: Sendable, Hashable, Encodable {
  /// A selectable camera.
  public struct Camera: Sendable, Hashable, Encodable {
    /// The identifier for commands.
    public var id: String
    /// The name for users.
    public var name: String

    /// Creates a camera.
    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// A control with a value in a range.
  public struct Range: Sendable, Hashable, Encodable {
    /// The current value.
    public var value: Double
    /// The minimum value.
    public var least: Double
    /// The maximum value.
    public var greatest: Double
    /// Whether the camera adjusts the value automatically.
    public var isAutomatic: Bool
    /// Whether the camera supports automatic adjustment.
    public var canBeAutomatic: Bool

    /// Creates a control.
    public init(
      value: Double, least: Double, greatest: Double, isAutomatic: Bool = false, canBeAutomatic: Bool = false
    ) {
      self.value = value
      self.least = least
      self.greatest = greatest
      self.isAutomatic = isAutomatic
      self.canBeAutomatic = canBeAutomatic
    }
  }

  /// A control of the camera, with values in the driver's steps.
  public struct Setting: Sendable, Hashable, Encodable {
    /// The type of a setting.
    public enum Kind: String, Sendable, Hashable, Encodable {
      /// A number in a range.
      case number
      /// On or off, 1 or 0.
      case toggle
      /// One of several values with names.
      case choice
      /// An action.
      case button
    }

    /// A value of ``Kind/choice``.
    public struct Choice: Sendable, Hashable, Encodable {
      /// The value.
      public var value: Int
      /// The name for users.
      public var name: String

      /// Creates a choice.
      public init(value: Int, name: String) {
        self.value = value
        self.name = name
      }
    }

    /// The name for commands.
    public var name: String
    /// The name for users.
    public var label: String
    /// The type of the setting.
    public var kind: Kind
    /// The current value.
    public var value: Int
    /// The current value with its unit.
    public var text: String
    /// The minimum value.
    public var least: Int
    /// The maximum value.
    public var greatest: Int
    /// The distance between values.
    public var step: Int
    /// The driver's default.
    public var usual: Int
    /// The values of a choice; empty for other kinds.
    public var choices: [Choice] = []
    /// Whether an automatic mode determines the value.
    public var isAutomatic = false

    /// Creates a setting.
    public init(
      name: String, label: String, kind: Kind, value: Int, text: String, range: ClosedRange<Int>, step: Int = 1,
      usual: Int
    ) {
      self.name = name
      self.label = label
      self.kind = kind
      self.value = value
      self.text = text
      least = range.lowerBound
      greatest = range.upperBound
      self.step = step
      self.usual = usual
    }
  }

  /// A photo or movie available for download.
  public struct File: Sendable, Hashable, Encodable {
    /// The name of the file.
    public var name: String
    /// The size of the file, in bytes.
    public var byteCount: Int

    /// Creates a file.
    public init(name: String, byteCount: Int) {
      self.name = name
      self.byteCount = byteCount
    }
  }

  /// The identifier of the current camera.
  public var camera = ""
  /// The selectable cameras.
  public var cameras: [Camera] = []
  /// A message about a problem of the camera for the user; nil for none.
  public var problem: String?
  /// The zoom factor; nil if not adjustable.
  public var zoom: Range?
  /// Whether a crop follows faces; nil if the camera's format does not support it.
  public var centerStage: Bool?
  /// The lens position; nil if not adjustable.
  public var focus: Range?
  /// The exposure; nil if not adjustable.
  ///
  /// The value is the exposure compensation in EV. For cameras without compensation, it is the binary logarithm of
  /// the exposure time in seconds.
  public var exposure: Range?
  /// Whether ``exposure`` is the logarithm of an exposure time.
  public var exposesByTime = false
  /// The white balance in kelvin; nil if not adjustable.
  public var whiteBalance: Range?
  /// All controls of the camera; viewers without control do not receive them.
  public var settings: [Setting] = []
  /// Whether changes of ``settings`` are restored at the next start.
  public var keepsSettings = false
  /// Whether the camera can focus at a point.
  public var focusesAtPoint = false
  /// Whether the camera can expose at a point.
  public var exposesAtPoint = false
  /// Whether focus peaking is on.
  public var peaking = false
  /// Whether photos and movies can be stored.
  public var keepsFiles = false
  /// The duration of the current recording, in seconds; nil when not recording.
  public var recordedSeconds: Double?
  /// The stored photos and movies, oldest first.
  public var files: [File] = []

  /// Creates an empty state.
  public init() {}

  /// Encodes the state for a page as a JSON object.
  func json(access: LiveAccess) -> [UInt8] {
    struct Message: Encodable {
      let state: LiveState
      let controls: Bool
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var state = self
    if access < .control { state.settings = [] }
    return (try? encoder.encode(Message(state: state, controls: access >= .control))).map(Array.init) ?? []
  }
}
