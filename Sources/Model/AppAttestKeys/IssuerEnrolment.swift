// SPDX-License-Identifier: Apache-2.0
import Base64Coding

/// The enrolment of this instance with an organisation's issuer, which vouches for the keys of its apps. Nothing in it is secret: the
/// machine's key is of use in its TPM alone.
package struct IssuerEnrolment: Sendable, Equatable {
  /// The issuer's address: `https://`, without a slash at the end, in small letters.
  package let server: String
  /// What the issuer calls this machine.
  package let machine: String
  /// The file of the certificates by which the server is trusted, instead of the system's.
  package let authorities: String?
  /// The root under which the issuer vouches for keys, DER: nothing under another one is taken.
  package let root: [UInt8]
  package let key: StoredMachineKey

  package static let longestServer = 256
  package static let longestText = 16 << 10
  private static let longestMachine = 64
  private static let longestPath = 4096
  private static let longestRoot = 4096

  /// Takes the parts of an enrolment; nil for what cannot be kept as text.
  package init?(server: String, machine: String, authorities: String?, root: [UInt8], key: StoredMachineKey) {
    guard Self.isServer(server), Self.isLine(machine, atMost: Self.longestMachine),
      authorities.map({ Self.isLine($0, atMost: Self.longestPath) && $0.hasPrefix("/") }) ?? true,
      (1...Self.longestRoot).contains(root.count)
    else { return nil }
    (self.server, self.machine, self.authorities) = (server, machine, authorities)
    (self.root, self.key) = (root, key)
  }

  private static func isServer(_ text: String) -> Bool {
    isLine(text, atMost: longestServer) && (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && !text.hasSuffix("/") && text == text.lowercased()
  }

  private static func isLine(_ text: String, atMost limit: Int) -> Bool {
    (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

// MARK: - The text that is kept

extension IssuerEnrolment {
  /// The file of `baileyd` that has it.
  package static let file = "issuer"
  private static let head = "Bailey issuer 1"
  private static let noAuthorities = "-"

  /// Lines: a head, the server, the machine, the certificates' file or `-`, the root, both parts of the key.
  package var text: String {
    let lines = [
      Self.head, server, machine, authorities ?? Self.noAuthorities, Base64.encode(root), Base64.encode(key.publicArea),
      Base64.encode(key.privateArea),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Takes exactly what `text` gives.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longestText else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 8, lines[0] == Self.head, lines[7].isEmpty,
      let root = Base64.decode(lines[4]), let publicArea = Base64.decode(lines[5]),
      let privateArea = Base64.decode(lines[6]),
      let key = StoredMachineKey(publicArea: publicArea, privateArea: privateArea)
    else { return nil }
    self.init(
      server: lines[1], machine: lines[2], authorities: lines[3] == Self.noAuthorities ? nil : lines[3], root: root,
      key: key)
    guard self.text == text else { return nil }
  }
}

/// Why an issuer did not vouch for a key.
package enum IssuerCallFailure: UInt8, Error, Sendable, CaseIterable {
  /// The issuer cannot be reached, has too many requests, or does not answer as one. Later, with the same key.
  case unavailable = 1
  /// The key was attested before, for another request.
  case keyTaken = 2
  /// The clocks differ.
  case clockDiffers = 3
  /// The issuer does not know this machine, or trusts it no more.
  case machineRefused = 4
  /// The issuer refused the request.
  case refused = 5
  /// Its answer is longer than is taken.
  case answerTooLong = 6
}
