// One import is enough, as on Apple's systems.
@_exported public import Foundation
