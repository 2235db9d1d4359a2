// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import CoreFoundation
import KeyFormats
import KeychainObjects
import SecretMemory
import SecurityConstants
import X509Certificates

// Unsafe because Apple's signatures are: what was imported is handed out through a pointer.

/// Reads the identities of a PKCS #12 file.
///
/// They go into the data-protection keychain if the options ask for it. Else, with the rules of macOS, all that the
/// file holds goes into the file-based keychain, unless the options ask for memory only.
///
/// https://developer.apple.com/documentation/security/secpkcs12import(_:_:_:)
/// - Parameters:
///   - pkcs12_data: The file (RFC 7292).
///   - options: `kSecImportExportPassphrase`, an empty one where it is missing, and where to keep what is imported.
///   - items: Receives an array with a dictionary of `kSecImportItem…` keys for each identity; it is untouched where
///     the call fails.
/// - Returns: `errSecAuthFailed` for a wrong passphrase (`errSecPkcs12VerifyFailure` with the rules of macOS),
///   `errSecDecode` for what is no such file, `errSecParam` for a passphrase that is no string; else what `SecItemAdd`
///   answers.
@discardableResult
public func SecPKCS12Import(
  _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  do throws(KeyFailure) {
    let file = try PKCS12Import(pkcs12_data, options)
    let found = file.identities()
    switch ImportTarget(options) {
    case .dataProtectionKeychain: for item in found { try add(item.identity, [kSecUseDataProtectionKeychain: true]) }
    case .fileKeychain: try file.addAll()
    case .memory: break
    }
    unsafe items.pointee = NSArray(array: found.map { $0.dictionary })
    return errSecSuccess
  } catch { return error.status }
}

/// The place where imported items are stored.
private enum ImportTarget {
  case memory, dataProtectionKeychain, fileKeychain

  init(_ options: NSDictionary) {
    func says(_ key: CFString) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }
    if says(kSecUseDataProtectionKeychain) {
      self = .dataProtectionKeychain
    } else {
      self = KeychainProfile.current == .macOS && !says(kSecImportToMemoryOnly) ? .fileKeychain : .memory
    }
  }
}

/// Adds an object. One that is in the keychain already stays as it is.
private func add(_ object: AnyObject, _ attributes: [CFString: Any]) throws(KeyFailure) {
  let item = attributes.merging([kSecValueRef: object]) { own, _ in own } as NSDictionary
  let status = SecItemAdd(item, nil)
  guard status == errSecSuccess || status == errSecDuplicateItem else {
    throw KeyFailure(status, "what was imported could not be added")
  }
}

private struct PKCS12Import {
  private let items: PKCS12Items

  init(_ data: NSData, _ options: NSDictionary) throws(KeyFailure) {
    let bytes = Data(referencing: data)
    let passphrase = try Self.passphrase(options[kSecImportExportPassphrase])
    let contents: PKCS12Contents
    do throws(PassphraseError) {
      contents = try PKCS12File().open(bytes.span, passphrase: passphrase.span)
    } catch { throw KeyFailure(error, Self.wrongPassphrase(options)) }
    do throws(KeyFormatError) { items = try PKCS12Items(contents) } catch {
      throw KeyFailure(errSecDecode, "the file holds a key of no kind there is")
    }
  }

  /// macOS has a code of its own for it, but where the data-protection keychain is asked for.
  private static func wrongPassphrase(_ options: NSDictionary) -> OSStatus {
    guard KeychainProfile.current == .macOS, ImportTarget(options) != .dataProtectionKeychain else {
      return errSecAuthFailed
    }
    return errSecPkcs12VerifyFailure
  }

  /// A missing passphrase is the empty one.
  private static func passphrase(_ option: Any?) throws(KeyFailure) -> [UInt8] {
    switch option {
    case nil: []
    case let text as String: Array(text.utf8)
    case let data as Data: [UInt8](data)
    default: throw KeyFailure(errSecParam, "passphrase is no string")
    }
  }

  func identities() -> [ImportedIdentity] {
    items.keys.compactMap { entry in
      guard let own = items.certificate(of: entry),
        let identity = SecIdentity(SecCertificate(own.certificate), SecKey(.privateKey(entry.key)))
      else { return nil }
      return ImportedIdentity(
        identity, others: items.others(than: own.certificate).map { SecCertificate($0) },
        label: entry.label ?? own.label, keyID: entry.localID)
    }
  }

  /// The file-based keychain takes no identities, and is left with theirs: a key and its certificate.
  func addAll() throws(KeyFailure) {
    for entry in items.keys {
      var attributes: [CFString: Any] = [kSecUseDataProtectionKeychain: false]
      attributes[kSecAttrLabel] = entry.label
      try add(SecKey(.privateKey(entry.key)), attributes)
    }
    for entry in items.certificates {
      try add(SecCertificate(entry.certificate), [kSecUseDataProtectionKeychain: false])
    }
  }
}

/// An identity of a file.
private struct ImportedIdentity {
  let identity: SecIdentity
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
    [
      kSecImportItemIdentity: identity, kSecImportItemTrust: trust,
      kSecImportItemCertChain: NSArray(array: trust.evaluate().chain),
      kSecImportItemKeyID: NSData(data: Data(keyID)),
      kSecImportItemLabel: NSString(string: label ?? identity.certificate.certificate.summary ?? ""),
    ]
  }
}

extension KeyFailure {
  fileprivate init(_ error: PassphraseError, _ wrongPassphrase: OSStatus) {
    switch error {
    case .wrongPassphrase: self.init(wrongPassphrase, "MAC verification failed during PKCS12 import")
    case .malformed: self.init(errSecDecode, "Unable to decode the provided data.")
    case .tooExpensive, .unsupported: self.init(internalError, "the file cannot be decrypted")
    }
  }
}
