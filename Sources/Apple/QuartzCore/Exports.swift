// The types behind this module's names, so that one import is enough. Only these types are exported, so that other
// names of OpenCapture's modules do not clash with names in the caller's code.
@_exported public import CoreVideo
@_exported public import struct OpenCaptureOverlay.ViewDrawing
