import CommandSupport
import OpenCapturePages

let document = Array("%PDF-1.7 and no more".utf8)
let format = PageFormat(signature: document.span.bytes)
report("\(format.map { "\($0)" } ?? "none"), \(PageFormat.allCases.count) formats")
