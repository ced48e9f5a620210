/// What goes along with every answer, so that browsers see to the page's safety.
enum PageHeaders {
  /// What the page may load and do: nothing but its own parts, without exception (CSP, level 3).
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  /// Names and values.
  static let all: [(name: String, value: String)] = [
    ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
  ]
}
