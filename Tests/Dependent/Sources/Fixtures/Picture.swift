/// A picture of two pixels, black and white, as a PGM file.
public let pictureFile: [UInt8] = Array("P5 2 1 255\n".utf8) + [0, 255]
