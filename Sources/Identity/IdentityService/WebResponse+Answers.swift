// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import JSONCoding
import SignInPages
import WebServer

/// What a page may run.
enum PageScript {
  case none
  /// The provider's one file.
  case own
  /// The script that stands in the page itself.
  case written(String)
}

extension WebResponse {
  /// What every answer has: nothing of it is taken for another type, and no address of it goes on to where a link leads.
  static let protection = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]

  static func json(_ status: UInt16, _ value: JSONValue) -> WebResponse {
    WebResponse(status, .bytes(Array(value.text.utf8)), headers: [("Content-Type", "application/json;charset=UTF-8")])
  }

  /// A page that nobody can frame, that loads nothing but its style sheet, and whose forms go here and to `target` alone.
  static func page(
    _ status: UInt16, _ text: String, formsTo target: String? = nil, script: PageScript = .none
  ) -> WebResponse {
    let forms = ["'self'", target].compactMap { $0 }.joined(separator: " ")
    let scripts =
      switch script {
      case .none: ""
      case .own: "; script-src 'self'"
      case .written(let text): "; script-src 'sha256-\(base64(SHA256.hash(Array(text.utf8).span)))'"
      }
    let policy =
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action \(forms)\(scripts)"
    return WebResponse(
      status, .bytes(Array(text.utf8)),
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
        ("X-Frame-Options", "DENY"), ("Vary", "Accept-Language, Cookie"),
      ])
  }

  /// The redirection after a form, by a request that repeats nothing.
  static func redirect(to address: String) -> WebResponse { WebResponse(303, headers: [("Location", address)]) }

  func settingCookie(_ cookie: String) -> WebResponse {
    var response = self
    response.headers.append(("Set-Cookie", cookie))
    return response
  }

  /// The text of a hash as it stands in a policy (CSP Level 3, section 2.3.1): with the plain alphabet and padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let number = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[$1]) : 0) }
      for index in 0..<4 { text.append(index <= part.count ? letters[number >> (6 * (3 - index)) & 63] : "=") }
    }
    return text
  }
}
