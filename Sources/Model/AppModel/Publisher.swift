// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The signer of a bundle.
package enum Publisher: Sendable, Hashable {
  /// A publisher known by the SHA-256 of the public key in the certificate.
  case key([UInt8])
  /// An ad-hoc signature seals a bundle and says nothing of who made it.
  case adHoc

  /// The prefix of every group of the publisher's apps, before a dot: Apple's Team ID, made of the key, so that no
  /// other publisher has it.
  package var team: String {
    switch self {
    case .key(let digest): Self.base32(digest.prefix(10))
    case .adHoc: "ADHOC"
    }
  }

  package init(publicKey: Span<UInt8>) { self = .key(SHA256.hash(publicKey)) }

  /// RFC 4648, without padding: 16 letters and digits for 10 bytes.
  private static func base32(_ bytes: some Collection<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var (buffer, held, text) = (0, 0, [UInt8]())
    for byte in bytes {
      buffer = buffer << 8 | Int(byte)
      held += 8
      while held >= 5 {
        held -= 5
        text.append(alphabet[buffer >> held & 31])
      }
      buffer &= (1 << held) - 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The requirement that bundles of the same app fulfil: one publisher and one identifier (Apple's TN3127).
package struct CodeRequirement: Sendable, Hashable {
  package let identifier: String
  package let publisher: Publisher

  package init(identifier: String, publisher: Publisher) {
    self.identifier = identifier
    self.publisher = publisher
  }

  /// The app's identifier in entitlements.
  package var applicationIdentifier: String { publisher.team + "." + identifier }
}

extension Entitlements {
  /// The first group that an app may not have, because it does not begin with its publisher's prefix. Groups of apps
  /// (`group.`) have no prefix: whose they are is kept with the installed apps.
  package func foreignGroup(for requirement: CodeRequirement) -> String? {
    let own = requirement.applicationIdentifier
    // Anybody can sign ad hoc, so such a bundle has only what bears its own name.
    let prefix = requirement.publisher == .adHoc ? own : requirement.publisher.team
    if let identifier = applicationIdentifier, identifier != own { return identifier }
    return sharingGroups.first { group in
      if group.utf8.starts(with: "group.".utf8) { return requirement.publisher == .adHoc }
      return group != own && !group.utf8.starts(with: (prefix + ".").utf8)
    }
  }
}
