/// A part of the page; all of them are compiled in.
package enum PageAsset: String, Sendable, Hashable, CaseIterable {
  case page = "/"
  case script = "/page.js"
  case style = "/page.css"
  case icon = "/icon.svg"

  /// What is at a path; nil for nothing.
  init?(path: String) { self.init(rawValue: path) }

  /// What kind of file it is.
  var contentType: String {
    switch self {
    case .page: "text/html; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// What is in it.
  var bytes: [UInt8] {
    switch self {
    case .page: PackageResources.index_html
    case .script: PackageResources.page_js
    case .style: PackageResources.page_css
    case .icon: PackageResources.icon_svg
    }
  }
}
