// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import SecretMemory
package import JSONCoding
package import PasskeyKeys
import WebAuthn

/// The input of the extension `prf` (WebAuthn Level 3, 10.1.4).
package struct PRFRequest: Sendable, Equatable {
  private let general: [[UInt8]]?
  private let byCredential: [[UInt8]: [[UInt8]]]

  /// The ceremony that asks for the extension: a registration, or a sign-in with the credentials that the options name.
  package enum Occasion: Sendable {
    case creation
    case signIn(allowed: [[UInt8]])
  }

  /// Reads what a site asks of the extension `prf`. Nil where it asks for nothing.
  ///
  /// - Throws: `syntax` for values that are none or a credential that is not named, `notSupported` for values by credential
  ///   where none is named, and at a creation whether there are any or not.
  package init?(_ extensions: [JSONValue.Member], at occasion: Occasion) throws(CeremonyFailure) {
    guard let input = extensions.first(where: { $0.name == "prf" })?.value else { return nil }
    guard case .object(let members) = input else { throw .syntax }
    general = try Self.value("eval", members).map { value throws(CeremonyFailure) in try Self.inputs(value) }
    var found: [[UInt8]: [[UInt8]]] = [:]
    if let value = Self.value("evalByCredential", members) {
      guard case .signIn(let allowed) = occasion else { throw .notSupported }
      guard case .object(let entries) = value else { throw .syntax }
      guard entries.isEmpty || !allowed.isEmpty else { throw .notSupported }
      for entry in entries {
        guard let id = Base64URL.decode(entry.name), !id.isEmpty, allowed.contains(id) else { throw .syntax }
        found[id] = try Self.inputs(entry.value)
      }
    }
    byCredential = found
  }

  /// The salts that the authenticator gets for a credential; a new one is nil.
  package func salts(for credential: [UInt8]?) -> PRFSalts {
    let inputs = credential.flatMap { byCredential[$0] } ?? general ?? []
    return PRFSalts(inputs.map { PRFSalt.salt(of: $0) }) ?? PRFSalts()
  }

  private static func inputs(_ value: JSONValue) throws(CeremonyFailure) -> [[UInt8]] {
    guard case .object(let members) = value, let first = Self.value("first", members) else { throw .syntax }
    let texts = [first] + (Self.value("second", members).map { [$0] } ?? [])
    var inputs: [[UInt8]] = []
    for text in texts {
      guard case .string(let text) = text, let bytes = Base64URL.decode(text) else { throw .syntax }
      inputs.append(bytes)
    }
    return inputs
  }

  private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue? {
    members.first { $0.name == name }?.value
  }
}

extension PRFOutputs {
  /// The results as a page gets them. They are the page's from here on.
  borrowing func results() -> JSONValue? {
    guard count > 0 else { return nil }
    var members: [JSONValue.Member] = []
    for (index, name) in ["first", "second"].prefix(count).enumerated() {
      members.append(JSONValue.Member(name, .string(Base64URL.encode(output(index)))))
    }
    return .object(members)
  }

  private borrowing func output(_ index: Int) -> [UInt8] {
    let range = index * Self.size..<(index + 1) * Self.size
    switch bytes {
    case .some(let bytes): return bytes.withBytes { bytes in range.map { bytes[$0] } }
    case .none: return []
    }
  }
}
