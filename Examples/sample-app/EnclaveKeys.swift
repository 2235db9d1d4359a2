// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import CryptoKit
import Foundation
import LocalAuthentication
import Security

/// The app's keys in the enclave, by their tags; those of CryptoKit by the form in which they are kept.
struct EnclaveKeys {
  private static let signature = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

  private let context: LAContext?
  private let interface: CFString?

  init(_ context: LAContext?, _ interface: CFString?) {
    self.context = context
    self.interface = interface
  }

  func run(_ command: String, _ words: [String]) throws -> String {
    switch command {
    case "make": try make(words[0], words[1], words[2])
    case "sign": return try sign(key(words[0]), words[1]).map { String(format: "%02x", $0) }.joined()
    case "verify": return try verify(words[0], words[1], words[2])
    case "agree": return try agree(words[0])
    case "decrypt": return try decrypt(words[0])
    case "export": _ = try value { SecKeyCopyExternalRepresentation(try! key(words[0]), $0) }
    case "token": return try SecKeyCopyAttributes(key(words[0]))?[kSecAttrTokenID] as? String ?? "none"
    case "protect": try protect(words[0], words[1], words[2])
    case "erase": try check(SecItemDelete(query(words[0]) as CFDictionary))
    case "sign-on": return try signOn(words[0])
    case "rate": return try rate(words[0], Int(words[1])!)
    case "enclave-make": return try SecureEnclave.P256.Signing.PrivateKey().dataRepresentation.base64EncodedString()
    case "enclave-sign": return try signWithCryptoKit(words[0], words[1])
    case "enclave-agree": return try agreeWithCryptoKit()
    default: throw CocoaError(.featureUnsupported)
    }
    return "done"
  }

  private func query(_ tag: String) -> [CFString: Any] {
    [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(tag.utf8)]
  }

  private func make(_ tag: String, _ protection: String, _ flags: String) throws {
    let parameters: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
      kSecPrivateKeyAttrs: [
        kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(tag.utf8),
        kSecAttrAccessControl: try accessControl(protection, flags),
      ] as [CFString: Any],
    ]
    _ = try value { SecKeyCreateRandomKey(parameters, $0) }
  }

  private func key(_ tag: String) throws -> SecKey {
    var query = query(tag)
    query[kSecReturnRef] = true
    var result: CFTypeRef?
    try check(SecItemCopyMatching(authenticating(query, context, interface), &result))
    return result as! SecKey
  }

  private func sign(_ key: SecKey, _ text: String) throws -> Data {
    try value { SecKeyCreateSignature(key, Self.signature, Data(text.utf8) as CFData, $0) } as Data
  }

  private func verify(_ tag: String, _ text: String, _ hexadecimal: String) throws -> String {
    let publicKey = SecKeyCopyPublicKey(try key(tag))!
    let digits = Array(hexadecimal)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
    let signature = Data(bytes) as CFData
    return SecKeyVerifySignature(publicKey, Self.signature, Data(text.utf8) as CFData, signature, nil)
      ? "valid" : "invalid"
  }

  private func agree(_ tag: String) throws -> String {
    let own = try key(tag)
    let parameters: NSDictionary = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
    let other = try value { SecKeyCreateRandomKey(parameters, $0) }
    let one = try value {
      SecKeyCopyKeyExchangeResult(own, .ecdhKeyExchangeStandard, SecKeyCopyPublicKey(other)!, [:], $0)
    }
    let two = try value {
      SecKeyCopyKeyExchangeResult(other, .ecdhKeyExchangeStandard, SecKeyCopyPublicKey(own)!, [:], $0)
    }
    return one == two ? "agreed" : "different"
  }

  private func decrypt(_ tag: String) throws -> String {
    let key = try key(tag)
    let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    let sealed = try value {
      SecKeyCreateEncryptedData(SecKeyCopyPublicKey(key)!, algorithm, Data("dear diary".utf8) as CFData, $0)
    }
    let opened = try value { SecKeyCreateDecryptedData(key, algorithm, sealed, $0) }
    return String(decoding: opened as Data, as: UTF8.self)
  }

  private func protect(_ tag: String, _ protection: String, _ flags: String) throws {
    let changes: NSDictionary = [kSecAttrAccessControl: try accessControl(protection, flags)]
    try check(SecItemUpdate(query(tag) as CFDictionary, changes))
  }

  /// Signs until it is refused.
  private func signOn(_ tag: String) throws -> String {
    let key = try key(tag)
    for round in 0... {
      do { _ = try sign(key, "message \(round)") } catch { return "\(tag) \((error as NSError).code)" }
      if round == 100 { SampleApp.say("signs \(tag)") }
    }
    return "never refused"
  }

  /// Signatures a second, each made when the one before is there.
  private func rate(_ tag: String, _ count: Int) throws -> String {
    let key = try key(tag)
    for _ in 0..<100 { _ = try sign(key, "warm") }
    let start = Date()
    for round in 0..<count { _ = try sign(key, "message \(round)") }
    return String(Int(Double(count) / Date().timeIntervalSince(start)))
  }

  private func signWithCryptoKit(_ form: String, _ text: String) throws -> String {
    let key = try SecureEnclave.P256.Signing.PrivateKey(
      dataRepresentation: Data(base64Encoded: form)!, authenticationContext: context)
    let signature = try key.signature(for: Data(text.utf8))
    return key.publicKey.isValidSignature(signature, for: Data(text.utf8)) ? "valid" : "invalid"
  }

  private func agreeWithCryptoKit() throws -> String {
    let own = try SecureEnclave.P256.KeyAgreement.PrivateKey()
    let other = P256.KeyAgreement.PrivateKey()
    let one = try own.sharedSecretFromKeyAgreement(with: other.publicKey)
    return try one == other.sharedSecretFromKeyAgreement(with: own.publicKey) ? "agreed" : "different"
  }
}
