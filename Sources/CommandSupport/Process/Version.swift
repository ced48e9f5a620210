/// The version of the commands and the library.
package enum Version {
  package static let number = "0.2.0"
}
