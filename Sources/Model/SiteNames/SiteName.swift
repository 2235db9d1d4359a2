// SPDX-License-Identifier: Apache-2.0

/// The name of a site's host, as browsers write it and as people read it.
package struct SiteName: Sendable, Equatable {
  /// The host as it is signed and compared.
  package let host: String
  /// The name in Unicode; nil where it is the host itself, or none.
  package let unicode: String?

  private static let prefix = "xn--"

  package init(_ host: String) {
    self.host = host
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    var isEncoded = false
    var read: [String] = []
    for label in labels {
      guard label.lowercased().hasPrefix(Self.prefix) else {
        read.append(String(label))
        continue
      }
      isEncoded = true
      guard let text = Punycode.decode(String(label.dropFirst(Self.prefix.count))) else {
        unicode = nil
        return
      }
      read.append(text)
    }
    unicode = isEncoded ? read.joined(separator: ".") : nil
  }
}

/// A browser that Bailey's extension is for, by where its program lies.
package enum KnownBrowser: String, Sendable, CaseIterable {
  case chromium = "Chromium"
  case firefox = "Firefox"

  /// The programs of Debian's packages, which root alone can change.
  package init?(program: String) {
    switch program {
    case "/usr/lib/chromium/chromium": self = .chromium
    case "/usr/lib/firefox-esr/firefox-esr", "/usr/lib/firefox/firefox": self = .firefox
    default: return nil
    }
  }
}
