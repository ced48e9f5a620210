import OpenCapture

/// The texts of the codes in a document, with the page that each is on, from 1.
///
/// PDF, TIFF, HEIC, AVIF and icons have pages; of a file with one, that is the picture.
func texts(onPagesOf path: String) throws -> [(page: Int, text: String)] {
  let scanner = try CodeScanner(types: [.qr])
  let pages = try PicturePages(contentsOf: path)
  return try (1...pages.count).flatMap { number in
    try scanner.scan(pages.page(number).sampleBuffer).compactMap { code in code.stringValue.map { (number, $0) } }
  }
}
