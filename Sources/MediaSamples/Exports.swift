// Declarations of this module use the exported one, so that one import suffices.
@_exported public import OpenCaptureSystem
