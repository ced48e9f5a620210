/// What a function of Core Video says about how it went: ``kCVReturnSuccess``, or what was wrong.
public typealias CVReturn = Int32

/// Nothing was wrong.
public let kCVReturnSuccess: CVReturn = 0
/// The first of the numbers that say what was wrong.
public let kCVReturnFirst: CVReturn = -6660
/// Something was wrong that has no number of its own.
public let kCVReturnError: CVReturn = -6660
/// What was given can't be.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// It can't be done with this buffer.
public let kCVReturnUnsupported: CVReturn = -6663
/// The pixel format isn't known here.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A width, a height or the bytes of a row can't be.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes of a pixel buffer can't be.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The buffer can't be used with OpenGL; never here.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6683
/// The buffer can't be used with Metal; never here.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6684
/// All buffers of a pool are in use, and it may not have more.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// A pool couldn't be made, or couldn't make a buffer.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// The attributes of a pool can't be.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// It may go well another time.
public let kCVReturnRetry: CVReturn = -6692
/// The last of the numbers that say what was wrong.
public let kCVReturnLast: CVReturn = -6699
