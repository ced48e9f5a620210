import ArgumentParser
import Dispatch
package import OpenCaptureFlow
package import OpenCaptureSession
import OpenCaptureSystem

/// The option for saved settings.
package struct SavedSettingsOption: ParsableArguments {
  @Flag(
    help: """
      Ignore the settings saved for the camera, and save no changes (default: those made in the window and on the \
      page are restored).
      """)
  package var noSavedSettings = false

  package init() {}

  /// The folder of the saved settings; nil if they are ignored.
  package var folder: SavedControlsFolder? { noSavedSettings ? nil : SavedControlsFolder.usual }

  /// Adds the rights for the folder to a sandbox.
  ///
  /// - Parameter writes: Whether settings can change. The folder is then created, if possible.
  package func addRights(_ sandbox: inout Sandbox, writes: Bool = false) {
    guard let folder else { return }
    sandbox.readable? += [InputPath(folder.path)]
    guard writes else { return }
    // A failure is reported when settings are saved.
    try? folder.make()
    sandbox.writable.append(InputPath(folder.path))
  }
}

/// The settings that a user chooses for cameras, restored at the start and saved after changes.
package final class CameraSettings: Sendable {
  private struct State: Lockable {
    var saved: SavedControls?
    /// The number of changes so far.
    var changeCount = 0
    var savedCount = 0
  }

  /// The time without changes after which they are saved, so that a moving slider does not write many files.
  private static let savingDelay = DispatchTimeInterval.seconds(1)

  private let folder: SavedControlsFolder?
  private let warn: @Sendable (String) -> Void
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "camera settings")

  /// Makes the settings.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files; nil to neither restore nor save settings.
  ///   - warn: Receives errors of files and of values that cannot be restored.
  package init(_ folder: SavedControlsFolder?, warn: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.warn = warn
  }

  /// Whether changes are saved.
  package var areSaved: Bool { folder != nil }

  /// Restores the saved settings of a camera, which later changes refer to.
  package func restore(_ device: CaptureDevice) {
    load(device)
    reapply(to: device)
  }

  /// Reads the saved settings of a camera without setting them.
  ///
  /// - Returns: Whether a file with settings exists.
  @discardableResult
  package func load(_ device: CaptureDevice) -> Bool {
    save()
    var saved = SavedControls(camera: device.uniqueID)
    var isDamaged = false
    do throws(CommandError) { saved = try folder?.load(device.uniqueID) ?? saved } catch {
      isDamaged = true
      warn("\(error)")
    }
    let read = saved
    state.withLock { $0.saved = read }
    return isDamaged || !read.controls.isEmpty
  }

  /// Sets the settings again, for instance after the camera was reconnected.
  package func reapply(to device: CaptureDevice) {
    guard let saved = state.withLock({ $0.saved }), saved.camera == device.uniqueID else { return }
    for message in saved.apply(to: device) { warn(message) }
  }

  /// Sets a control to a value in the driver's steps, and saves it.
  ///
  /// - Throws: `CaptureError` if the control cannot be set.
  package func set(_ name: CaptureControl.Name, to value: Int64, of device: CaptureDevice) throws(CaptureError) {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try device.adjust(name, to: value)
    // A lamp must not light up when the camera starts.
    if name != .lampMode { store(name.automaticModes + [name], from: device) }
  }

  /// Saves the current values of controls that were set by other means.
  package func store(_ names: [CaptureControl.Name], from device: CaptureDevice) {
    if !names.isEmpty { change { $0.store(names, from: device) } }
  }

  /// Sets a control, or all, to the driver's default, and forgets the saved values.
  ///
  /// - Parameter name: The control. Default: all.
  /// - Returns: The controls that were set.
  /// - Throws: `CaptureError` if a control cannot be set; the others are set nevertheless.
  @discardableResult
  package func reset(
    _ name: CaptureControl.Name? = nil, of device: CaptureDevice
  ) throws(CaptureError) -> [CaptureControl] {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    // Deletes a damaged file, too.
    change(always: name == nil) { saved in
      if let name { saved.controls[name.rawValue] = nil } else { saved.controls = [:] }
    }
    return try device.reset { name == nil || $0 == name }
  }

  private func change(always: Bool = false, _ body: (inout SavedControls) -> Void) {
    let count = state.withLock { state -> Int? in
      guard var saved = state.saved else { return nil }
      body(&saved)
      guard always || saved != state.saved else { return nil }
      state.saved = saved
      state.changeCount += 1
      return state.changeCount
    }
    guard let count, folder != nil else { return }
    queue.asyncAfter(deadline: .now() + Self.savingDelay) { [self] in
      if state.withLock({ $0.changeCount }) == count { saveNow() }
    }
  }

  /// Saves changes at once.
  package func save() { queue.sync { saveNow() } }

  private func saveNow() {
    let changed = state.withLock { state -> SavedControls? in
      guard state.savedCount < state.changeCount else { return nil }
      state.savedCount = state.changeCount
      return state.saved
    }
    guard let folder, let changed else { return }
    do throws(CommandError) { try folder.save(changed) } catch { warn("\(error)") }
  }
}

extension CaptureDevice {
  /// Sets the chosen controls to their defaults; modes first.
  fileprivate func reset(
    where isChosen: (CaptureControl.Name) -> Bool
  ) throws(CaptureError) -> [CaptureControl] {
    var failure: CaptureError?
    var changed: [CaptureControl] = []
    for isMode in [true, false] {
      // Read again, because modes make other controls inactive.
      for control in try controls() where control.name.isMode == isMode && isChosen(control.name) {
        guard control.hasOwnValue, control.value != control.defaultValue else { continue }
        do throws(CaptureError) {
          try adjust(control.name, to: control.defaultValue)
          changed.append(control)
        } catch {
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
    return changed
  }
}
