import CZBarPeer
import OpenCapture

/// Looking for codes in pixels that are in memory already.
struct CodeWorkloads {
  let pictures: BenchmarkPictures

  /// The scanner's own work beside what its engine costs.
  var all: [Workload] {
    get throws {
      let options = PictureReadingOptions(pixelFormat: .grey)
      let luma = try Picture(contentsOf: pictures.photograph, options: options).pixelBuffer
      let scanner = CodeScanner()
      return [
        Workload(
          name: "CodeScanner, one photograph's luma",
          ours: .work("CodeScanner", repeats: 3) { _ = try scanner.scan(luma) },
          peers: [
            Workload.Peer(contender: .work("zbar", repeats: 3) { Self.scanPlainly(luma) }, bounds: [.wall: 1.05])
          ])
      ]
    }
  }

  /// What a C program does that uses ZBar.
  private static func scanPlainly(_ luma: PixelBuffer) {
    let (scanner, image) = (zbar_image_scanner_create(), zbar_image_create())
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    luma.withUnsafePlane(0) { pixels in
      zbar_image_set_format(image, 0x3030_3859)  // "Y800"
      zbar_image_set_size(image, UInt32(luma.width), UInt32(luma.height))
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      zbar_scan_image(scanner, image)
    }
    zbar_image_destroy(image)
    zbar_image_scanner_destroy(scanner)
  }
}
