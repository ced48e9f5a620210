import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Properties encoded in the modules of a QR code")
struct QRModulesTests {
  private func modules(_ symbol: QRSymbol, wrong: Set<Int> = []) -> QRModules {
    QRModules(
      dimension: symbol.side,
      dark: (0..<symbol.side * symbol.side).map {
        symbol.isDark(column: $0 % symbol.side, row: $0 / symbol.side) != wrong.contains($0)
      })
  }

  @Test("Modules reveal version and level of every code, and that it is no part of a message", arguments: 1...40)
  func described(_ version: Int) throws {
    for (level, name) in zip(QRSymbol.Level.allCases, CodeDescriptor.ErrorCorrectionLevel.allCases) {
      let symbol = try #require(QRSymbol("text", level: level, version: version))
      let descriptor = try #require(modules(symbol).descriptor, "\(version), \(level)")
      #expect(descriptor.symbolVersion == version)
      #expect(descriptor.errorCorrectionLevel == name)
      #expect(descriptor.structuredAppend == nil)
    }
  }

  @Test("A part of a message reveals its position despite some wrong modules", arguments: [2, 5, 9])
  func parts(_ version: Int) throws {
    var random = SeededGenerator(seed: 3)
    let message = Array(String(repeating: "spread over several codes ", count: version * 3).utf8)
    let parts = QRSymbol.parts(of: message, level: .quartile, version: version)
    try #require(parts.count > 2)
    let parity = message.reduce(0, ^)
    for (index, part) in parts.enumerated() {
      // Modules below the finder patterns and the format information.
      let wrong = Set((0..<5).map { _ in Int.random(in: part.side * 9..<part.side * 12, using: &random) })
      let place = modules(part, wrong: wrong).descriptor?.structuredAppend
      #expect(place == StructuredAppend(index: index, total: parts.count, parity: parity))
    }
  }

  @Test("Noise and codes with too many errors have no descriptor")
  func nonsense() throws {
    var random = SeededGenerator(seed: 9)
    for dimension in [21, 33, 45] {
      let noise = (0..<dimension * dimension).map { _ in Bool.random(using: &random) }
      #expect(QRModules(dimension: dimension, dark: noise).descriptor == nil)
    }
    #expect(QRModules(dimension: 20, dark: Array(repeating: false, count: 400)).descriptor == nil)
    let symbol = try #require(QRSymbol("text", level: .low, version: 3))
    let wrong = Set((0..<29 * 29).filter { $0 / 29 > 9 && $0.isMultiple(of: 3) })
    #expect(modules(symbol, wrong: wrong).descriptor == nil)
  }

  @Test("As many errors as possible are corrected, and excess errors are detected")
  func reedSolomon() {
    let block = ReedSolomon.exampleBlock
    var random = SeededGenerator(seed: 1)
    for errors in 0...5 {
      var damaged = block
      for place in block.indices.shuffled(using: &random).prefix(errors) {
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      #expect(ReedSolomon.corrected(damaged, correctionCount: 10) == block, "\(errors) errors")
    }
    var lost = block
    for place in 0..<9 { lost[place] ^= UInt8(place * 7 + 1) }
    #expect(ReedSolomon.corrected(lost, correctionCount: 10) != block)
  }

  @Test("Every engine reports the parts of a message in one picture, and they can be joined")
  func messages() throws {
    let message = "Über mehrere Codes verteilt: " + String(repeating: "日本語 ", count: 30)
    let parts = QRSymbol.parts(of: Array(message.utf8), level: .low, version: 5)
    try #require(parts.count > 1)
    let pictures = try parts.map { try $0.picture(pixelsPerModule: 4) }
    let side = pictures[0].width
    var sheet = try PixelBuffer(
      format: .grey, width: side * 2, height: side * ((parts.count + 1) / 2), rowAlignment: 1)
    try sheet.withUnsafeMutablePlane(0) { pixels in
      for index in pixels.indices { pixels[index] = 255 }
      // In reverse order.
      for (place, picture) in pictures.reversed().enumerated() {
        let start = place / 2 * side * side * 2 + place % 2 * side
        picture.withUnsafePlane(0) { source in
          for y in 0..<side { for x in 0..<side { pixels[start + y * side * 2 + x] = source[y * side + x] } }
        }
      }
    }
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.qr) {
      let scanner = try CodeScanner(types: [.qr], engines: [engine])
      let codes = try scanner.scan(sheet)
      #expect(codes.count == parts.count, "\(engine.name)")
      #expect(Set(codes.map { $0.symbolDescriptor?.structuredAppend?.index }) == Set(0..<parts.count))
      #expect(Set(codes.map { $0.symbolDescriptor?.structuredAppend?.parity }) == [message.utf8.reduce(0, ^)])
      #expect(StructuredMessage.complete(among: codes).map(\.stringValue) == [message], "\(engine.name)")
      for part in pictures {
        let alone = try scanner.scan(part)
        #expect(alone.map { $0.symbolDescriptor?.structuredAppend?.total } == [parts.count], "\(engine.name)")
      }
    }
  }
}

extension ReedSolomon {
  /// The block of "01234567" in version 1-M (ISO/IEC 18004, annex I), with ten codewords for error correction.
  static let exampleBlock: [UInt8] = [
    0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xa5, 0x24,
    0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55,
  ]
}
