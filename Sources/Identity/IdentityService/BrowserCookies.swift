// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JOSECoding
import WebServer

/// The cookies of a provider: which browser it is, who has signed in there, and that they ever have.
struct BrowserCookies {
  let usesTLS: Bool

  static let sessionSeconds: Int64 = 7 * 24 * 60 * 60
  static let browserSeconds: Int64 = 365 * 24 * 60 * 60

  /// `__Host-` has browsers take the cookie from this host alone (RFC 6265bis, section 4.1.3.2).
  private var prefix: String { usesTLS ? "__Host-" : "" }
  private var sessionName: String { prefix + "bailey-session" }
  private var browserName: String { prefix + "bailey-browser" }
  private var knownName: String { prefix + "bailey-known" }

  func session(of request: WebRequest) -> String? { request.cookie(sessionName) }

  /// The cookie of the browser; nil where it has none yet, or one that was not made here.
  func browser(of request: WebRequest) -> String? {
    request.cookie(browserName).flatMap { Base64URL.decode($0.utf8)?.count == 32 ? $0 : nil }
  }

  func known(of request: WebRequest) -> String { request.cookie(knownName) ?? "" }

  func setSession(_ token: String) -> String { cookie(sessionName, token, Self.sessionSeconds) }
  func endSession() -> String { cookie(sessionName, "", 0) }
  func setBrowser(_ name: String) -> String { cookie(browserName, name, Self.browserSeconds) }
  func setKnown(_ seal: String) -> String { cookie(knownName, seal, Self.browserSeconds) }

  /// `Lax`: a site's link brings them along, another site's form does not.
  private func cookie(_ name: String, _ value: String, _ seconds: Int64) -> String {
    "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)" + (usesTLS ? "; Secure" : "")
  }
}
