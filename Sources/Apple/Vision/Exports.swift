// What the names of this module stand for, so that one import is enough to use it.
@_exported public import CoreImage
@_exported public import CoreMedia
