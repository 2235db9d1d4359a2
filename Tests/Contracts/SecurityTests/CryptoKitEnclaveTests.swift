// SPDX-License-Identifier: Apache-2.0
import PromptModel
import BrokerClient
import CryptoKit
import Foundation
import LocalAuthentication
import ProtectionModel
import ProtectionModelTesting
import Security
import Testing

/// `SecureEnclave.P256`, with an enclave of the test's.
@Suite struct CryptoKitEnclaveTests {
  private let keychain = EnclaveKeychain()
  private let message = Data("message".utf8)

  private func within<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Keychain.$replacement.withValue(keychain, operation: body)
  }

  @Test func `Signs what its public key verifies`() throws {
    try within {
      #expect(SecureEnclave.isAvailable)
      let key = try SecureEnclave.P256.Signing.PrivateKey()
      let signature = try key.signature(for: message)
      #expect(key.publicKey.isValidSignature(signature, for: message))
      #expect(key.publicKey.compactRepresentation != nil)
      let other = try key.signature(for: SHA512.hash(data: message))
      #expect(key.publicKey.isValidSignature(other, for: SHA512.hash(data: message)))
    }
  }

  @Test func `Comes back from its data representation`() throws {
    try within {
      let key = try SecureEnclave.P256.Signing.PrivateKey(compactRepresentable: false)
      let again = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: key.dataRepresentation)
      let signature = try again.signature(for: message)
      #expect(key.publicKey.isValidSignature(signature, for: message))
      #expect(throws: CryptoKitError.invalidParameter) {
        _ = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data([1, 2, 3]))
      }
    }
  }

  @Test func `Agrees with a key in memory`() throws {
    try within {
      let key = try SecureEnclave.P256.KeyAgreement.PrivateKey()
      let other = P256.KeyAgreement.PrivateKey()
      let secret = try key.sharedSecretFromKeyAgreement(with: other.publicKey)
      #expect(try secret == other.sharedSecretFromKeyAgreement(with: key.publicKey))
    }
  }

  @Test func `Follows the lock`() throws {
    try within {
      let key = try SecureEnclave.P256.Signing.PrivateKey()
      keychain.classKeys.move(to: .locked)
      #expect { try key.signature(for: message) } throws: { ($0 as NSError).code == -25308 }
      keychain.classKeys.move(to: .unlocked)
      #expect(throws: Never.self) { try key.signature(for: message) }
    }
  }

  @Test func `Without a daemon there is none`() {
    Keychain.$replacement.withValue(RecordingKeychain()) {
      #expect(!SecureEnclave.isAvailable)
      #expect { try SecureEnclave.P256.Signing.PrivateKey() } throws: { ($0 as NSError).code == -25291 }
    }
    Keychain.$replacement.withValue(BrokerClient(socket: "/nowhere/broker.sock")) {
      #expect(!SecureEnclave.isAvailable)
    }
  }

  @Test func `A person who cancels is an LA error`() throws {
    let made = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .userPresence], nil)
    let control = try #require(made)
    keychain.refusal = .userCancelled
    try within {
      let key = try SecureEnclave.P256.Signing.PrivateKey(
        accessControl: control, authenticationContext: LAContext())
      do {
        _ = try key.signature(for: message)
        Issue.record("signed")
      } catch LAError.userCancel {}
    }
  }
}
