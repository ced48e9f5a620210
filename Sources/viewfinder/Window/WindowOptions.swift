import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The window that is shown in.
struct WindowOptions: ParsableArguments {
  @Flag(help: "Show it in a window as well; where nothing is written or printed, that is what is done anyway.")
  var show = false

  @Flag(help: "Let the window fill the screen.")
  var fullScreen = false

  @Option(
    help: ArgumentHelp(
      "Where photos and movies go that are taken in the window; default the folder that this is run in.",
      valueName: "DIR"), completion: .directory)
  var photos: String?

  /// Where photos and movies go.
  var folder: InputPath { InputPath(argument: photos ?? ".") }
}
