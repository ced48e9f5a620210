import CoreImage
import Testing

@Suite("CIVector")
struct CIVectorTests {
  @Test("A rectangle converts to four elements and back")
  func rectangle() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let vector = CIVector(cgRect: rect)
    #expect(vector.count == 4 && vector.cgRectValue == rect)
    #expect([vector.x, vector.y, vector.z, vector.w] == [1, 2, 3, 4])
    #expect(vector == CIVector(x: 1, y: 2, z: 3, w: 4) && vector.hash == CIVector(x: 1, y: 2, z: 3, w: 4).hash)
    #expect(vector != CIVector(x: 1, y: 2, z: 3))
  }

  @Test("A vector has the given elements, and zeros beyond them")
  func counts() {
    let numbers: [CGFloat] = [5, 6, 7, 8, 9]
    #expect(CIVector(values: numbers, count: 5).value(at: 4) == 9)
    #expect(CIVector(values: numbers, count: -1).count == 0)
    let vectors = [CIVector(x: 5), CIVector(cgPoint: CGPoint(x: 5, y: 6)), CIVector(x: 5, y: 6, z: 7)]
    #expect(vectors.map(\.count) == [1, 2, 3] && vectors.map(\.w) == [0, 0, 0])
    #expect(vectors[0].cgPointValue == CGPoint(x: 5, y: 0))
    #expect(vectors[2].value(at: -1) == 0 && vectors[2].value(at: 3) == 0)
  }
}
