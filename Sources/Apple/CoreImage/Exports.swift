// The types behind this module's names, so that one import is enough.
@_exported public import CoreVideo
// Imported so that tests of dependent modules find the cross-import overlay; see there.
import _Testing_CoreImage
