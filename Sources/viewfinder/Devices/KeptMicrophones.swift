import OpenCaptureCommandSupport

/// Drivers of microphones, which live as long as this does.
///
/// Unchecked: nobody looks into it.
struct KeptMicrophones: @unchecked Sendable {
  let catalog: MicrophoneCatalog
}
