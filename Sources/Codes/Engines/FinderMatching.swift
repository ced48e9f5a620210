import OpenCaptureMediaSamples

/// An engine that tells what finder patterns cost it, beside a look at every pixel.
protocol FinderMatching {
  /// About what it costs to find out which patterns belong together, in samples of a picture; see ``WorkBudget``.
  func samplesOfMatching(_ crowd: FinderCrowd, in picture: VideoDimensions) -> Int
}

extension ZBarEngine: FinderMatching {
  /// ZBar tries all sets of three, until so many were none (`qr_reader_match_centers`).
  func samplesOfMatching(_ crowd: FinderCrowd, in picture: VideoDimensions) -> Int {
    crowd.samplesOfTriples(atMost: max(8192, picture.width * picture.height / 512))
  }
}

#if ZXing
  extension ZXingEngine: FinderMatching {
    /// zxing-cpp tries each pattern with a few that lie near it (`GenerateFinderPatternSets`).
    func samplesOfMatching(_ crowd: FinderCrowd, in picture: VideoDimensions) -> Int { Int(60_000 * crowd.count) }
  }
#endif
