import OpenCaptureNetworkCameras

extension Sandbox {
  /// What working on a camera on the network needs: its port, and nothing of this machine's cameras.
  package init(for entry: NetworkCameraEntry) {
    let certificates = entry.options.trustedCertificates.map { [InputPath($0)] }
    self.init(readable: certificates ?? [])
    ports = [entry.address.port]
    takesDatagrams = entry.options.usesDatagrams
    usesQueues = true
  }
}
