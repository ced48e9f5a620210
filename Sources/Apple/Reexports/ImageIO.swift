// The names of Image I/O for orientations, properties and options. `CIImage` and `CIContext` read and write files.
@_exported public import CoreImage
