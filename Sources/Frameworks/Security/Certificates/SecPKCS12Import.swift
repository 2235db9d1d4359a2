// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import CoreFoundation
import KeyFormats
import SecretMemory
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: what was imported is handed out through a pointer.

/// The identities of a PKCS #12 file: for each a dictionary of the `kSecImportItem…` keys. They go into the keychain only
/// if the options ask for the data-protection keychain.
@discardableResult
public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  do throws(KeyFailure) {
    let found = try PKCS12Import(pkcs12_data, options).identities()
    if (options["nleg"] as? NSNumber)?.boolValue ?? false {
      for item in found { try item.add() }
    }
    unsafe items.pointee = NSArray(array: found.map { $0.dictionary })
    return errSecSuccess
  } catch { return error.status }
}

private struct PKCS12Import {
  private let contents: PKCS12Contents

  init(_ data: NSData, _ options: NSDictionary) throws(KeyFailure) {
    let bytes = Data(referencing: data)
    let passphrase = try Self.passphrase(options["passphrase"])
    do throws(PKCS12Error) {
      contents = try PKCS12File().open(bytes.span, passphrase: passphrase.span)
    } catch { throw KeyFailure(error) }
  }

  /// None is an empty one.
  private static func passphrase(_ option: Any?) throws(KeyFailure) -> [UInt8] {
    switch option {
    case nil: []
    case let text as String: Array(text.utf8)
    case let data as Data: [UInt8](data)
    default: throw KeyFailure(errSecParam, "passphrase is no string")
    }
  }

  func identities() throws(KeyFailure) -> [ImportedIdentity] {
    let certificates = contents.certificates.compactMap { entry in
      SecCertificate(entry.encoded).map { (certificate: $0, localID: entry.localID, label: entry.label) }
    }
    var identities: [ImportedIdentity] = []
    for entry in contents.keys {
      let key = try Self.key(entry)
      // The certificate of a key is the one that has it; the file's own numbers say the same, or are wrong.
      for candidate in certificates {
        guard let identity = SecIdentity(candidate.certificate, key) else { continue }
        let others = certificates.map { $0.certificate }.filter { !$0.isEqual(candidate.certificate) }
        identities.append(
          ImportedIdentity(identity, others: others, label: entry.label ?? candidate.label, keyID: entry.localID))
        break
      }
    }
    return identities
  }

  private static func key(_ entry: PKCS12Contents.Key) throws(KeyFailure) -> SecKey {
    do throws(KeyFormatError) {
      return SecKey(
        .privateKey(
          try entry.encoded.withBytes { (bytes) throws(KeyFormatError) in try PrivateKeyMaterial(pkcs8: bytes) }))
    } catch { throw KeyFailure(errSecDecode, "the file holds a key of no kind there is") }
  }
}

/// One identity of a file.
private struct ImportedIdentity {
  private let identity: SecIdentity
  private let trust: SecTrust
  private let label: String?
  private let keyID: [UInt8]

  init(_ identity: SecIdentity, others: [SecCertificate], label: String?, keyID: [UInt8]?) {
    self.identity = identity
    trust = SecTrust([identity.certificate] + others, [SecPolicyCreateBasicX509()])
    self.label = label
    self.keyID = keyID ?? identity.privateKey.publicKeyHash
  }

  var dictionary: NSDictionary {
    let values: [String: Any] = [
      "identity": identity, "trust": trust, "chain": NSArray(array: trust.evaluate().chain),
      "keyid": NSData(data: Data(keyID)),
      "label": NSString(string: label ?? identity.certificate.certificate.summary ?? ""),
    ]
    return NSDictionary(dictionary: values)
  }

  /// What is in the keychain already stays as it is.
  func add() throws(KeyFailure) {
    let status = SecItemAdd(["v_Ref": identity] as NSDictionary, nil)
    guard status == errSecSuccess || status == errSecDuplicateItem else {
      throw KeyFailure(status, "the identity could not be added")
    }
  }
}

extension KeyFailure {
  fileprivate init(_ error: PKCS12Error) {
    switch error {
    case .wrongPassphrase: self.init(errSecAuthFailed, "MAC verification failed during PKCS12 import")
    case .malformed: self.init(errSecDecode, "Unable to decode the provided data.")
    case .tooExpensive, .unsupported: self.init(internalError, "the file cannot be decrypted")
    }
  }
}
