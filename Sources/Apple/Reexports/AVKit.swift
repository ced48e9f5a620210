// Players and their views are not available. The module exists so that capture code compiles with its imports.
@_exported public import AVFoundation
