// One import for everything: the modules can also be had one by one.
@_exported import Cameras
@_exported import Capture
@_exported import Codes
@_exported import Faces
@_exported import FileInputs
@_exported import MediaSamples
@_exported import Metadata
@_exported import Movies
@_exported import Overlay
@_exported import Pictures
@_exported import Processing
