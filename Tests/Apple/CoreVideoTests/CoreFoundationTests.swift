import CoreVideo
import Testing

@Suite("Core Foundation types")
struct CoreFoundationTests {
  @Test("Keys are strings in dictionaries of any type")
  func keys() {
    let settings: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      String(kCVPixelBufferWidthKey): 4,
    ]
    let attributes =
      [kCVPixelBufferHeightKey: 2, kCVPixelBufferMetalCompatibilityKey: kCFBooleanTrue!] as CFDictionary
    let both = settings.merging(attributes) { $1 }
    #expect(both.pixelFormatType == kCVPixelFormatType_32BGRA)
    #expect(both.integer(kCVPixelBufferHeightKey) == 2)
    #expect(both.bool(kCVPixelBufferMetalCompatibilityKey) == true)
    #expect((settings as CFDictionary).count == 2)
  }

  @Test("Integers are found in any numeric type")
  func numbers() {
    let numbers: [Any] = [
      7, Int32(7), UInt8(7), 7.0, Float(7), NSNumber(value: 7), NSNumber(value: 7.0),
    ]
    for number in numbers { #expect((["n": number] as CFDictionary).integer("n") == 7) }
    #expect((["n": "7"] as CFDictionary).integer("n") == nil)
    #expect((["n": Double.infinity] as CFDictionary).integer("n") == nil)
    #expect((["n": [kCVPixelFormatType_32BGRA]] as CFDictionary).integer("n") == nil)
    let formats = [kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_32BGRA, 24]] as CFDictionary
    #expect(formats.pixelFormatType == kCVPixelFormatType_32BGRA)
  }

  @Test("Geometry and queues are available")
  func foundation() {
    #expect(CGRect(origin: .zero, size: CGSize(width: 1, height: 2)).contains(CGPoint(x: 0.5, y: 1)))
    #expect(DispatchQueue(label: "queue").label == "queue")
    #expect(CFRangeMake(1, 2) == CFRange(location: 1, length: 2))
  }
}
