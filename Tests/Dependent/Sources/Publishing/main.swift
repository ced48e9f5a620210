import CommandSupport
import OpenCapturePublishing

let address = try BrokerAddress("mqtts://door@[::1]/hall")
report("\(address), \(address.site), \(PublishingOptions(address).frameRate)")
