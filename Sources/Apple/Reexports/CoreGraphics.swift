// The types of Core Graphics that capture code needs. They are declared where Core Video and Core Image need them.
@_exported public import CoreVideo
@_exported public import struct CoreImage.CGBitmapInfo
@_exported public import class CoreImage.CGContext
@_exported public import enum CoreImage.CGImageAlphaInfo
@_exported public import enum CoreImage.CGInterpolationQuality
// Imported so that tests of dependent modules find the cross-import overlay; see there.
import _Testing_CoreGraphics
