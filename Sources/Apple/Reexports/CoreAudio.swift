// The sound formats. The hardware interface of Core Audio is not available; sessions and speakers replace it.
@_exported public import CoreAudioTypes
