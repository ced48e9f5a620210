public import AVFoundation
import OpenCaptureMediaSamples
import OpenCapturePreview

/// The screen of a tutorial: a window with a preview layer, in the place of an app's view.
///
/// On iOS, a view controller adds the layer to its view and reports the taps. Without a display, or with the option
/// `--no-window`, there is no window.
public struct Screen: Sendable {
  private let closed: AsyncStream<Never>

  /// The folder for photos and movies: the first argument, or the folder for temporary files.
  private static let folder = URL(
    fileURLWithPath: CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? NSTemporaryDirectory())

  /// Returns the URL of a photo or movie, and deletes the file of an earlier run, which no movie would replace.
  public static func file(_ name: String) -> URL {
    let file = folder.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: file)
    return file
  }

  /// Runs a tutorial, and ends the program after its last step.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - layer: The preview layer. Its size becomes that of the window.
  ///   - tapped: Called on the main queue with the position of a tap or click in the layer; default none.
  ///   - steps: The steps of the tutorial. An error is printed and ends the program with status 1.
  public static func run(
    _ title: String, showing layer: AVCaptureVideoPreviewLayer,
    tapped: @escaping @Sendable (CGPoint) -> Void = { _ in },
    steps: @escaping @Sendable (Screen) async throws -> Void
  ) -> Never {
    let (closed, close) = AsyncStream.makeStream(of: Never.self)
    if CommandLine.arguments.contains("--no-window") {
      close.finish()
    } else {
      // The window waits for events on its own thread, because the main queue belongs to the tutorial.
      Thread.detachNewThread {
        do { try Self.show(title, layer, tapped) } catch {
          FileHandle.standardError.write(Data("No window: \(error)\n".utf8))
        }
        close.finish()
      }
    }
    Task {
      do {
        try await steps(Screen(closed: closed))
        exit(0)
      } catch {
        print("Failed: \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  /// Waits until the user closes the window; returns immediately without a window.
  public func untilClosed() async { for await _ in closed {} }

  private static func show(
    _ title: String, _ layer: AVCaptureVideoPreviewLayer, _ tapped: @escaping @Sendable (CGPoint) -> Void
  ) throws {
    let window = try PreviewWindow(title: title, layer: layer)
    try window.run { event in
      switch event {
      case .tap(let point):
        let position = CGPoint(x: point.x, y: point.y)
        DispatchQueue.main.async { tapped(position) }
      case .close: window.close()
      default: break
      }
    }
  }
}
