import CommandSupport
import OpenCaptureCodes

// Without traits there is one engine.
let engines = CodeScanner.defaultEngines.map(\.name)
let codes = try CodeScanner().scan(try PixelBuffer(format: .grey, width: 64, height: 64))
report("\(engines), \(codes.count) codes")
