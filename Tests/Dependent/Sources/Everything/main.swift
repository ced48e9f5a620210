import CommandSupport
import OpenCapture

report(ProcessorRegistry.standard.names.joined(separator: " "))
