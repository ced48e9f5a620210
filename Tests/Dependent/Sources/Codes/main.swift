import CommandSupport
import OpenCaptureCodes

// A build without traits has one engine.
let engines = CodeScanner.defaultEngines.map(\.name)
let codes = try CodeScanner().scan(try PixelBuffer(format: .grey, width: 64, height: 64))
report("\(engines), \(codes.count) codes")
