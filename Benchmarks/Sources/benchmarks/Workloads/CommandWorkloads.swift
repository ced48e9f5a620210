/// Whole commands, as a person runs them.
struct CommandWorkloads {
  let scanQR: String
  let pictures: BenchmarkPictures

  var all: [Workload] {
    let zbarimg = ["zbarimg", "-q", "--raw", "-Sdisable", "-Sqr.enable"]
    // Status 4 is that no code was found; 1, that a picture was refused.
    return [
      Workload(
        name: "scan-qr, one photograph",
        ours: .process("scan-qr", [scanQR, "-q", "--raw", pictures.photograph], succeedsWith: [0, 4]),
        peers: [
          Workload.Peer(
            contender: .process("zbarimg", zbarimg + [pictures.photograph], succeedsWith: [0, 4]),
            bounds: [.wall: 1, .cpu: 0.7])
        ]),
      Workload(
        name: "scan-qr, \(pictures.folder.count) pictures",
        ours: .process("scan-qr", [scanQR, "-q", "--raw"] + pictures.folder, succeedsWith: [0, 1, 4]),
        peers: [
          Workload.Peer(
            contender: .process("zbarimg", zbarimg + pictures.folder, succeedsWith: [0, 1, 4]),
            bounds: [.wall: 0.8, .cpu: 0.9])
        ]),
    ]
  }
}
