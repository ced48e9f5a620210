// What the names of this module stand for, so that one import is enough to use it.
@_exported public import CoreVideo
// It is there to be found by the tests of who depends on this module; see there.
import _Testing_CoreImage
