import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The option for a model that finds faces.
struct FaceModelOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Find faces with the YuNet model in FILE instead of cascades, as does --with faces:model=FILE.",
      valueName: "FILE"),
    completion: .file(extensions: ["onnx"]))
  var faceModel: String?

  func validate() throws {
    guard let faceModel, faceModel.contains(",") else { return }
    throw ValidationError("--face-model needs a path without a comma.")
  }

  /// Checks that a list of processors uses the model.
  func check(_ list: String?) throws {
    guard faceModel != nil else { return }
    let parts = list?.split(separator: ",") ?? []
    guard !parts.contains(where: { $0 == "faces" || $0.hasPrefix("faces:") }) else { return }
    throw ValidationError("--face-model needs faces in --with.")
  }

  /// Returns a list of processors in which `faces` has the model.
  func processors(_ list: String) -> String {
    guard let faceModel else { return list }
    return list.split(separator: ",", omittingEmptySubsequences: false).map { part in
      if part == "faces" { return "faces:model=\(faceModel)" }
      return part.hasPrefix("faces:") ? "faces:model=\(faceModel)," + part.dropFirst("faces:".count) : String(part)
    }.joined(separator: ",")
  }
}

extension Sandbox {
  /// Allows reading the files that the faces of a list of processors need.
  mutating func addFaceFiles(of processors: String) {
    let models = processors.split(separator: ",").compactMap { part in
      part.firstRange(of: "model=").map { String(part[$0.upperBound...]) }
    }
    readable? += (CascadeLocator().folders + FaceModelLocator().folders + models).map { InputPath($0) }
  }
}
