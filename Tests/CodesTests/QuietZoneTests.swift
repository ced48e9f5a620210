#if ZXing
  import Fixtures
  import OpenCaptureMediaSamples
  import OpenCaptureMetadata
  import Testing
  @testable import OpenCaptureCodes

  @Suite("Codes without a quiet zone")
  struct QuietZoneTests {
    private static let dataMatrix = ModuleMatrix(
      width: 14,
      rows: [
        "AAA8", "AABC", "C2D0", "E814", "A330", "A9AC", "A7B8", "81CC", "B348", "B7B4", "87C8", "D084", "9F10",
        "FFFC",
      ])
    private static let microPDF417 = ModuleMatrix(
      width: 38,
      rows: [
        "CD31F259A4", "DD261A1BA4", "D93B3A1B24", "D9BF375B34", "DBA0A21B74", "DB27A79B64", "DA3F469B44",
        "D220A21A44",
        "D63CB9DAC4", "D731F25AE4", "D7B7BCDAF4", "D3B9BA1A74", "D332DF9A64", "D133105A24", "D1BED21A34",
        "D0B7A61A14",
        "D8BD6F9B14",
      ])

    @Test(
      "A Data Matrix that fills the picture is read in every rotation, dark on light and light on dark",
      arguments: [ImageOrientation.up, .right, .down, .left])
    func dataMatrix(_ orientation: ImageOrientation) throws {
      let picture = try Self.dataMatrix.picture(pixelsPerModule: 4).uprightCopy(orientation)
      let code = try #require(try CodeScanner(types: CodeScanner.readableTypes()).scan(picture).first)
      #expect(code.type == .dataMatrix)
      #expect(code.stringValue == "Seal 42")
      #expect(code.cornerPoints.allSatisfy { (-0.02...1.02).contains($0.x) && (-0.02...1.02).contains($0.y) })
      let inverse = try CodeScanner(types: CodeScanner.readableTypes()).scan(picture.inverted())
      #expect(inverse.map(\.stringValue) == ["Seal 42"])
    }

    @Test(
      "A MicroPDF417 that fills the picture is read, and its corners are those of the picture",
      arguments: [1, 2, 4])
    func microPDF417(_ scale: Int) throws {
      let picture = try Self.microPDF417.picture(pixelsPerModule: scale, rowHeight: 2 * scale)
      let code = try #require(try CodeScanner(types: [.microPDF417]).scan(picture).first)
      #expect(code.stringValue == "Small PDF 7")
      #expect(code.boundingBox.minX < 0.05 && code.boundingBox.maxX > 0.95)
    }

    @Test(
      "Secondary types are read without a quiet zone in drawings, and not searched for with a border in photographs"
    )
    func secondary() throws {
      var scanner = try CodeScanner(types: [.qr])
      scanner.secondaryTypes = CodeScanner.checkedTypes
      let tight = [
        try Self.dataMatrix.picture(pixelsPerModule: 4), try Self.microPDF417.picture(pixelsPerModule: 2),
      ]
      #expect(try tight.map { try scanner.scan($0).first?.stringValue } == ["Seal 42", "Small PDF 7"])
      func hasBorder(_ picture: PixelBuffer) throws -> Bool {
        try scanner.report(on: picture).passes.contains { $0.name.contains("bordered") }
      }
      var photograph = try PixelBuffer(format: .grey, width: 120, height: 100, rowAlignment: 1)
      try photograph.withUnsafeMutablePlane(0) { pixels in for index in pixels.indices { pixels[index] = 255 } }
      #expect(try hasBorder(photograph))
      try photograph.withUnsafeMutablePlane(0) { pixels in
        for index in pixels.indices { pixels[index] = UInt8(index % 120 * 2) }
      }
      #expect(try !hasBorder(photograph))
    }

    @Test("A Macro PDF417 without a segment count reports its number and file")
    func partOfUnknownCount() throws {
      let symbol = ModuleMatrix(
        width: 103,
        rows: [
          "ff547d5f350c1eaf0f5787f452", "ff547ea3b5fbd7eb0f5207f452", "ff54757e38fd5a17cea3f7f452",
          "ff546bcfb42c1438eaf3c7f452", "ff5475c33d86919f2f5ce7f452", "ff547af427b0d46f8ebe87f452",
          "ff5474efbe57d4082d3bc7f452", "ff547d2c2be31ba7eafdc7f452",
        ])
      let picture = try symbol.picture(pixelsPerModule: 2, rowHeight: 8, quiet: 4)
      let code = try #require(try CodeScanner(types: [.pdf417]).scan(picture).first)
      #expect(code.stringValue == "ABCD")
      #expect(code.symbolDescriptor?.structuredAppend == StructuredAppend(index: 0, total: nil, identifier: "123"))
      var line = JSONLine()
      line.add(code)
      #expect(line.text.contains(#""part":[0,null,123]"#))
    }
  }
#endif
