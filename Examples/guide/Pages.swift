import OpenCapture

/// Returns the texts of the codes in a document, each with its page number from 1.
///
/// PDF, TIFF, HEIC, AVIF and icon files have pages.
func texts(onPagesOf path: String) throws -> [(page: Int, text: String)] {
  let scanner = try CodeScanner(types: [.qr])
  let pages = try PicturePages(contentsOf: path)
  return try (1...pages.count).flatMap { number in
    try scanner.scan(pages.page(number).sampleBuffer).compactMap { code in code.stringValue.map { (number, $0) } }
  }
}
