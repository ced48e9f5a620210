import CommandSupport
import CoreAudioTypes

report("\(AudioBufferList.sizeInBytes(maximumBuffers: 2)) bytes")
