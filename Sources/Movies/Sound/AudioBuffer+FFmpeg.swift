import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

extension AudioBuffer {
  /// Gives the bridge all frames, as long as `body` runs.
  func withBridged<Result>(time: Int64 = 0, _ body: (inout cffmpeg_sound) -> Result) -> Result {
    withUnsafePlanes { planes in
      var sound = cffmpeg_sound()
      sound.frame_count = Int32(frameCount)
      (sound.plane_count, sound.bytes_per_frame) = (Int32(format.planeCount), Int32(format.bytesPerFrame))
      sound.time = time
      withUnsafeMutableBytes(of: &sound.planes) { pointers in
        let pointers = pointers.bindMemory(to: UnsafePointer<UInt8>?.self)
        for (index, plane) in planes.enumerated() { pointers[index] = plane.assumingMemoryBound(to: UInt8.self) }
      }
      return body(&sound)
    }
  }
}
