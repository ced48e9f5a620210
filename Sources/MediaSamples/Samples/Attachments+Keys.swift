extension Attachments.Key {
  /// That the sample was captured or decoded from damaged data: a `bool`, there only where it is true.
  ///
  /// It goes along with what is made from the sample.
  public static let isDamaged: Self = "IsDamaged"

  /// That a compressed picture builds on those before it (`kCMSampleAttachmentKey_NotSync`): a `bool`, there only where it
  /// is true.
  ///
  /// What is made from the sample doesn't have it.
  public static let notSync: Self = "NotSync"

  /// Why a frame was dropped, as a `string` (`kCMSampleBufferAttachmentKey_DroppedFrameReason`).
  public static let droppedFrameReason: Self = "DroppedFrameReason"

  /// How many frames a sample buffer of lost ones stands for: an `integer`, 1 or more.
  public static let droppedFrameCount: Self = "DroppedFrameCount"
}
