// SPDX-License-Identifier: Apache-2.0

/// The actions of `security` about certificates, keys and identities.
package enum CertificateAction: Sendable, Equatable {
  case find(CertificateSearch)
  case add(files: [String])
  /// Exactly one certificate, by its name or the digits of its SHA-1.
  case delete(name: String?, hash: String?, DeletionExtent)
  case findIdentities(policies: [IdentityPolicy], subject: String?, IdentityValidity)
  case importFile(ImportRequest)
  case export(ExportRequest)
  case verify(VerificationRequest)
}

package enum DeletionExtent: Sendable, Equatable { case certificate, identity }
package enum IdentityValidity: Sendable, Equatable { case all, validOnly }

package struct CertificateSearch: Sendable, Equatable {
  /// Part of the common name, whatever its case.
  package var name: String?
  package var email: String?
  package var findsAll = false
  package var showsEmail = false
  package var showsHashes = false
  package var isText = false

  package init() {}
}

/// The use of an identity.
package enum IdentityPolicy: String, Sendable, Equatable, CaseIterable {
  case sslClient = "ssl-client"
  case sslServer = "ssl-server"
  case smime
  case eap
  case ipsec
  case codesigning
  case basic

  /// The title that `find-identity` prints.
  package var title: String {
    switch self {
    case .sslClient: "SSL (client)"
    case .sslServer: "SSL (server)"
    case .smime: "S/MIME"
    case .eap: "EAP"
    case .ipsec: "IPsec"
    case .codesigning: "Code Signing"
    case .basic: "X.509 Basic"
    }
  }
}

/// The form of a file.
package enum ExternalFormat: String, Sendable, Equatable, CaseIterable {
  case openssl, openssh1, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, netscape, x509, pemseq
}

package struct ImportRequest: Sendable, Equatable {
  package var file: String
  package var format: ExternalFormat?
  /// The passphrase on the command line, where every user of the machine can see it: scripts for macOS rely on it.
  package var passphrase: [UInt8]?
  /// `-w`: private keys are to be encrypted in the file.
  package var expectsWrappedKeys = false
  package var isExtractable = true

  package init(file: String) { self.file = file }
}

package struct ExportRequest: Sendable, Equatable {
  package enum Kind: String, Sendable, Equatable, CaseIterable {
    case certs, allKeys, pubKeys, privKeys, identities, all
  }

  package var kind = Kind.all
  package var format: ExternalFormat?
  package var file: String?
  package var isText = false
  package var passphrase: [UInt8]?
  /// `-w`: private keys are to be encrypted.
  package var wrapsKeys = false

  /// Whether what is written has to be under a passphrase.
  package var isProtected: Bool { wrapsKeys || passphrase != nil }

  package init() {}
}

package struct VerificationRequest: Sendable, Equatable {
  /// The first is the leaf.
  package var certificates: [String] = []
  /// The authorities to trust instead of the system's.
  package var roots: [String] = []
  package var policy = IdentityPolicy.basic
  /// The host or the address that the certificate must name, depending on the policy.
  package var name: String?
  /// The date in seconds since 1970; nil is the present.
  package var date: Int?
  package var requiresRevocationCheck = false
  /// Whether certificates between leaf and authority may come from keychains.
  package var searchesKeychains = true
  package var isQuiet = false

  package init() {}
}
