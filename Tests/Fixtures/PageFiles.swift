public import OpenCaptureMediaSamples

/// Files of several pictures, in the simplest form of their formats.
public enum PageFiles {
  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns a TIFF of uncompressed grey pictures, with each directory after its pixels.
  public static func tiff(_ pictures: [PixelBuffer], orientation: ImageOrientation = .up) -> [UInt8] {
    var file = Array("II*\0".utf8) + bytes(0, 4)
    var link = 4
    for picture in pictures {
      let pixels = file.count
      file += picture.pixels
      if file.count % 2 == 1 { file.append(0) }
      file.replaceSubrange(link..<link + 4, with: bytes(file.count, 4))
      let fields: [(tag: Int, value: Int)] = [
        (256, picture.width), (257, picture.height), (258, 8), (259, 1), (262, 1), (273, pixels),
        (274, Int(orientation.rawValue)), (277, 1), (278, picture.height), (279, picture.width * picture.height),
      ]
      file += bytes(fields.count, 2)
      for field in fields { file += bytes(field.tag, 2) + bytes(4, 2) + bytes(1, 4) + bytes(field.value, 4) }
      link = file.count
      file += bytes(0, 4)
    }
    return file
  }

  /// Returns an icon of PNG files, each at most 256 pixels wide.
  public static func icon(_ files: [(png: [UInt8], side: Int)]) -> [UInt8] {
    var head = bytes(0, 2) + bytes(1, 2) + bytes(files.count, 2)
    var body: [UInt8] = []
    for (png, side) in files {
      let place = 6 + 16 * files.count + body.count
      head +=
        bytes(side, 1) + bytes(side, 1) + bytes(0, 2) + bytes(1, 2) + bytes(32, 2) + bytes(png.count, 4)
        + bytes(place, 4)
      body += png
    }
    return head + body
  }

  /// Returns an icon stored as a bitmap: a red square on a ground that the mask makes transparent.
  ///
  /// - Parameters:
  ///   - bitCount: The bits per pixel: 1, 4 or 8 with a palette, 24 or 32.
  ///   - alpha: The alpha within the square with 32 bits; all other pixels have alpha 0.
  ///   - isCursor: Whether the file is a cursor.
  public static func maskedIcon(side: Int, bitCount: Int, alpha: Int = 0, isCursor: Bool = false) -> [UInt8] {
    func isInside(_ x: Int, _ y: Int) -> Bool {
      (side / 4..<3 * side / 4).contains(x) && (side / 4..<3 * side / 4).contains(y)
    }
    func rows(_ bitCount: Int, _ value: (Int, Int) -> Int) -> [UInt8] {
      (0..<side).reversed().flatMap { y in
        var row: [UInt8] = []
        if bitCount >= 8 {
          row = (0..<side).flatMap { bytes(value($0, y), bitCount / 8) }
        } else {
          row = [UInt8](repeating: 0, count: (side * bitCount + 7) / 8)
          for x in 0..<side {
            row[x * bitCount / 8] |= UInt8(value(x, y) << (8 - bitCount - x * bitCount % 8))
          }
        }
        return row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
      }
    }
    let palette = bitCount <= 8 ? (0..<1 << bitCount).flatMap { $0 == 1 ? [0, 0, 255, 0] : [0, 0, 0, 0] } : []
    let red = bitCount <= 8 ? 1 : 0xff0000 | alpha << 24
    let pixels = rows(bitCount) { isInside($0, $1) ? red : 0 } + rows(1) { isInside($0, $1) ? 0 : 1 }
    let header =
      bytes(40, 4) + bytes(side, 4) + bytes(2 * side, 4) + bytes(1, 2) + bytes(bitCount, 2) + bytes(0, 4)
      + bytes(pixels.count, 4) + bytes(0, 16)
    let body = header + palette.map(UInt8.init) + pixels
    // A cursor stores its hot spot in place of the planes and bits.
    let facts = isCursor ? bytes(2, 2) + bytes(3, 2) : bytes(1, 2) + bytes(bitCount, 2)
    let start = bytes(0, 2) + bytes(isCursor ? 2 : 1, 2) + bytes(1, 2)
    return start + bytes(side, 1) + bytes(side, 1) + bytes(0, 2) + facts + bytes(body.count, 4) + bytes(22, 4)
      + body
  }

  /// Returns a PDF document that draws each dark pixel of grey pictures as a rectangle; 128 and above is paper.
  ///
  /// - Parameter scale: The side of a pixel in points, 1/72 inch. Default: 1.
  public static func pdf(_ pictures: [PixelBuffer], pointsPerPixel scale: Double = 1) -> [UInt8] {
    let kids = pictures.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pictures.count)>>"]
    for (index, picture) in pictures.enumerated() {
      let width = picture.width
      let height = picture.height
      let pixels = picture.pixels
      let dark = pixels.indices.filter { pixels[$0] < 128 }
      let rectangles = dark.map { "\($0 % width) \(height - 1 - $0 / width) 1 1 re f" }
      let drawing = "\(scale) 0 0 \(scale) 0 0 cm\n" + rectangles.joined(separator: "\n")
      let box = "[0 0 \(Double(width) * scale) \(Double(height) * scale)]"
      objects.append("<</Type/Page/Parent 2 0 R/MediaBox\(box)/Contents \(4 + 2 * index) 0 R>>")
      objects.append("<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream")
    }
    return pdf(objects: objects)
  }

  /// Returns a PDF document with the given objects, from number 1, which is the catalog.
  public static func pdf(objects: [String]) -> [UInt8] {
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(index + 1) 0 obj \(object) endobj\n"
    }
    let start = text.utf8.count
    func padded(_ number: Int) -> String { String(String(number + 10_000_000_000).dropFirst()) }
    text +=
      "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n" + places.map { padded($0) + " 00000 n \n" }.joined()
    text += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }
  /// A PDF page whose forms contain each other, 2³⁰ times in all.
  public static let endless = pdf(
    objects: page("/F Do", resources: "/XObject<</F 5 0 R>>")
      + (0..<30).map { depth in
        let next = "/Resources<</XObject<</F \(6 + depth) 0 R>>>>"
        let drawing = depth < 29 ? "/F Do /F Do" : "0 0 1 1 re f"
        return
          "<</Type/XObject/Subtype/Form/BBox[0 0 200 200]\(depth < 29 ? next : "")/Length \(drawing.utf8.count)>>"
          + "stream\n\(drawing)\nendstream"
      })

  /// A PDF shading whose function is nested so deeply that Poppler's parser exhausts its stack.
  public static let nested: [UInt8] = {
    let function = String(repeating: "{", count: 200_000) + String(repeating: "}", count: 200_000)
    return pdf(
      objects: page("/S sh", resources: "/Shading<</S 5 0 R>>") + [
        "<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1 0 1]/Function 6 0 R>>",
        "<</FunctionType 4/Domain[0 1 0 1]/Range[0 1]/Length \(function.utf8.count)>>stream\n\(function)\nendstream",
      ])
  }()

  /// Returns the first four objects of a document with one page.
  private static func page(_ drawing: String, resources: String) -> [String] {
    [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<\(resources)>>>>",
      "<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream",
    ]
  }
}
