extension Attachments.Key {
  /// That the sample was captured or decoded from damaged data: a `bool`, there only where it is true.
  ///
  /// It goes along with what is made from the sample.
  public static let isDamaged: Self = "IsDamaged"

  /// Why a frame was dropped, as a `string` (`kCMSampleBufferAttachmentKey_DroppedFrameReason`).
  public static let droppedFrameReason: Self = "DroppedFrameReason"

  /// How many frames a sample buffer of lost ones stands for: an `integer`, 1 or more.
  public static let droppedFrameCount: Self = "DroppedFrameCount"
}
