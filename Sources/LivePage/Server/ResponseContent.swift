/// A file of the page, embedded in the executable.
package enum PageAsset: String, Sendable, Hashable, CaseIterable {
  case page = "/"
  case script = "/page.js"
  case style = "/page.css"
  case icon = "/icon.svg"

  var contentType: String {
    switch self {
    case .page: "text/html; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .page: PackageResources.index_html
    case .script: PackageResources.page_js
    case .style: PackageResources.page_css
    case .icon: PackageResources.icon_svg
    }
  }
}

/// The security headers of all responses.
enum PageHeaders {
  /// The Content Security Policy, which allows only the page's own files (CSP, level 3).
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  /// The names and values of the headers.
  static let all: [(name: String, value: String)] = [
    ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
  ]
}

/// The delimiters of an endless stream of pictures (RFC 2046, 5.1; `multipart/x-mixed-replace`).
enum MultipartText {
  private static let boundary = "frame"

  static let contentType = "multipart/x-mixed-replace; boundary=\(boundary)"

  /// The text before the first picture.
  static let opening = "--\(boundary)\r\nContent-Type: image/jpeg\r\n\r\n"

  /// The text after each picture; it starts the next part at once, because browsers show a picture only then.
  static let separator = "\r\n" + opening
}
