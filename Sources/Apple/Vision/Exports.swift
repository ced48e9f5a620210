// The types behind this module's names, so that one import is enough.
@_exported public import CoreImage
@_exported public import CoreMedia
