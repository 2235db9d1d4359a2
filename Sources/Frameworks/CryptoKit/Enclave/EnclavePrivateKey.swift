// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import KeychainModel
import LocalAuthentication
import ProtectionModel
import SecretMemory
import Security

// Unsafe because Apple's signatures are: errors come through pointers.

/// The properties of both kinds of the enclave's keys: a reference to use it by, and its sealed form.
struct EnclavePrivateKey: Sendable {
  let reference: SecKey
  private let stored: EnclaveKey

  /// A fresh key, made again until its public key has the form asked for.
  init(compactRepresentable: Bool, _ control: SecAccessControl?, _ context: LAContext?) throws {
    let control = try control ?? Self.standardControl
    var key = try EnclavePrivateKey(fresh: control, context)
    while try compactRepresentable && !key.publicKey.isCompactRepresentable {
      key = try EnclavePrivateKey(fresh: control, context)
    }
    self = key
  }

  private init(fresh control: SecAccessControl, _ context: LAContext?) throws {
    do throws(KeychainStatus) {
      reference = try SecKey.inEnclave(control.control, group: nil, KeyAuthentication(within: context))
    } catch { throw NSError(status: error.rawValue) }
    guard let stored = reference.enclaveKey else { throw CryptoKitError.invalidParameter }
    self.stored = stored
  }

  /// A key of the sealed form that an earlier one had.
  init(_ data: Data, _ context: LAContext?) throws {
    let bytes = [UInt8](data)
    guard let stored = EnclaveKey(encoded: bytes.span), let key = SecKey(stored, KeyAuthentication(within: context))
    else {
      throw CryptoKitError.invalidParameter
    }
    reference = key
    self.stored = stored
  }

  var data: Data { Data(stored.encoded) }

  var publicKey: NISTPublicKey { get throws { try NISTPublicKey(.p256, x963: stored.publicKey) } }

  func signature(ofDigest digest: some Digest) throws -> NISTSignature {
    let der = try unsafe answer {
      unsafe SecKeyCreateSignature(reference, .ecdsaSignatureDigestX962, NSData(data: Data(digest)), $0)
    }
    return try NISTSignature(.p256, der: der)
  }

  func sharedSecret(with other: NISTPublicKey) throws -> SharedSecret {
    let attributes: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic,
    ]
    guard let other = SecKeyCreateWithData(NSData(data: other.x963), attributes, nil) else {
      throw CryptoKitError.invalidParameter
    }
    let secret = try unsafe answer {
      unsafe SecKeyCopyKeyExchangeResult(reference, .ecdhKeyExchangeStandard, other, [:], $0)
    }
    return SharedSecret(SecretBytes(copying: secret.span))
  }

  /// The access control of a key of the enclave that was made without one.
  private static var standardControl: SecAccessControl {
    get throws {
      guard
        let control = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil)
      else { throw CryptoKitError.invalidParameter }
      return control
    }
  }

  private func answer(_ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> CFData?) throws -> Data {
    var error: Unmanaged<CFError>?
    if let data = unsafe call(&error) { return data as Data }
    throw unsafe error?.takeRetainedValue() ?? NSError(status: errSecInternalComponent)
  }
}
