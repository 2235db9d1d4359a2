// SPDX-License-Identifier: Apache-2.0
import Advice
import CertificateTrust
import KeyFormats
import KeychainModel
import KeychainObjects
import SecretMemory
import SystemCalls
import TerminalConsole
import WireFormat
import X509Certificates

/// `security import`: certificates and keys from a file, whose format is recognised. A failure ends with 1, and with 51 where the
/// passphrase of a key is wrong.
struct SecurityImport {
  let console: Console
  let keychain: any KeychainService

  private struct Found {
    var certificates: [(certificate: Certificate, label: String?)] = []
    var privateKeys: [(key: PrivateKeyMaterial, label: String?)] = []
    var publicKeys: [PublicKeyMaterial] = []
    /// Whether one of the private keys was not encrypted in the file.
    var hasClearKey = false
    /// Keys that were left out: they are of a kind that no keychain here has.
    var foreignKeys = 0

    var isEmpty: Bool { certificates.isEmpty && privateKeys.isEmpty && publicKeys.isEmpty }

    /// Private keys whose certificate came with them.
    var identities: Int {
      privateKeys.count { entry in
        certificates.contains { $0.certificate.publicKeyBits == entry.key.publicKey.encoded }
      }
    }
  }

  func run(_ request: ImportRequest) throws(CommandFailure) -> Int32 {
    let file: WireBuffer
    do throws(CommandFailure) {
      file = try InputFile.secret(of: request.file, atMost: ExternalItem.longestFile)
    } catch {
      guard case .file(let path, let reason) = error else { throw error }
      console.note("security: Error reading infile \(path): \(reason.reason)")
      return 1
    }
    do throws(Failure) {
      let found = try file.withBytes { (bytes) throws(Failure) in try read(bytes, request) }
      guard !found.isEmpty else {
        console.note("security: No keychain items found")
        return 1
      }
      guard !request.expectsWrappedKeys || !found.hasClearKey else {
        console.note("security: private keys in this file are not wrapped, as -w says. Nothing was imported.")
        return 1
      }
      try add(found, isExtractable: request.isExtractable)
      report(found)
      return 0
    } catch {
      console.note("security: SecKeychainItemImport: \(error.message)")
      return error.exitCode
    }
  }

  fileprivate struct Failure: Error {
    let message: String
    let exitCode: Int32

    static let wrongPassphrase = Failure(
      message: KeychainStatus.authFailed.message, exitCode: KeychainStatus.authFailed.exitCode)
    static let unknownFormat = Failure(message: "Unknown format in import.")

    init(message: String, exitCode: Int32 = 1) { (self.message, self.exitCode) = (message, exitCode) }
    init(_ status: KeychainStatus) { self.init(message: status.message) }
  }

  // MARK: - Reading

  private func read(_ bytes: Span<UInt8>, _ request: ImportRequest) throws(Failure) -> Found {
    let passphrase = FilePassphrase(request.passphrase, console)
    var found = Found()
    let isBinary = !bytes.isEmpty && bytes[0] == 0x30
    guard !(isBinary && request.format == .pkcs12), let items = ExternalItem.read(bytes) else {
      guard isBinary else { throw .unknownFormat }
      try Self.read(archive: bytes, passphrase, into: &found)
      return found
    }
    for item in items {
      switch item {
      case .certificate(let certificate): found.certificates.append((certificate, nil))
      case .privateKey(let key):
        found.privateKeys.append((key, nil))
        found.hasClearKey = true
      case .publicKey(let key): found.publicKeys.append(key)
      case .encryptedKey(let encrypted): found.privateKeys.append((try Self.open(encrypted, passphrase), nil))
      case .encryptedBlock(let encrypted, let label):
        found.privateKeys.append((try Self.open(encrypted, label, passphrase), nil))
      case .archive(let archive): try Self.read(archive: archive.span, passphrase, into: &found)
      }
    }
    return found
  }

  private static func open(_ encrypted: [UInt8], _ passphrase: FilePassphrase) throws(Failure) -> PrivateKeyMaterial {
    let encoded: SecretBytes
    do throws(PassphraseError) {
      encoded = try passphrase.withBytes { (text) throws(PassphraseError) in
        try EncryptedPrivateKey().open(encrypted.span, passphrase: text)
      }
    } catch {
      throw error == .wrongPassphrase ? .wrongPassphrase : Failure(error)
    }
    guard let key = encoded.withBytes({ try? PrivateKeyMaterial(pkcs8: $0) }) else { throw Failure(.decode) }
    return key
  }

  /// Opens an encrypted key. One wrong passphrase in 256 gives bytes, which are no key.
  private static func open(
    _ encrypted: EncryptedPEMKey, _ label: String, _ passphrase: FilePassphrase
  ) throws(Failure) -> PrivateKeyMaterial {
    do throws(PassphraseError) {
      let encoded = try passphrase.withBytes { (text) throws(PassphraseError) in try encrypted.open(passphrase: text) }
      guard let key = encoded.withBytes({ ExternalItem.privateKey(label, $0) }) else { throw .wrongPassphrase }
      return key
    } catch {
      throw error == .wrongPassphrase ? .wrongPassphrase : Failure(error)
    }
  }

  private static func read(
    archive: Span<UInt8>, _ passphrase: FilePassphrase, into found: inout Found
  ) throws(Failure) {
    let items: PKCS12Items
    do throws(PassphraseError) {
      let contents = try passphrase.withBytes { (text) throws(PassphraseError) in
        try PKCS12File().open(archive, passphrase: text)
      }
      guard let read = try? PKCS12Items(contents) else { throw .unsupported }
      items = read
    } catch {
      throw Failure(error)
    }
    found.certificates += items.certificates.map { ($0.certificate, $0.label) }
    found.privateKeys += items.keys.map { ($0.key, $0.label) }
    found.hasClearKey = found.hasClearKey || items.hasClearKey
    found.foreignKeys += items.foreignKeys
  }

  // MARK: - Storing

  /// A certificate that is stored already does not keep its key from being added.
  private func add(_ found: Found, isExtractable: Bool) throws(Failure) {
    var stored = 0
    do throws(CommandFailure) {
      for entry in found.certificates {
        stored += try count { () throws(CommandFailure) in try keychain.add(entry.certificate, label: nil) }
      }
      for entry in found.privateKeys {
        let label = entry.label ?? "Imported Private Key"
        stored += try count { () throws(CommandFailure) in
          try keychain.add(entry.key, label: label, isExtractable: isExtractable)
        }
      }
      for key in found.publicKeys {
        stored += try count { () throws(CommandFailure) in try keychain.add(key, label: "Imported Public Key") }
      }
    } catch {
      throw Failure(error.status ?? .internalError)
    }
    guard stored > 0 else { throw Failure(.duplicateItem) }
  }

  private func count(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) -> Int {
    do {
      try body()
      return 1
    } catch {
      guard error == .keychain(.duplicateItem) else { throw error }
      return 0
    }
  }

  private func report(_ found: Found) {
    let identities = found.identities
    let counts = [
      (identities, "identity", "identities"),
      (found.privateKeys.count - identities + found.publicKeys.count, "key", "keys"),
      (max(0, found.certificates.count - identities), "certificate", "certificates"),
    ]
    for (count, one, several) in counts where count > 0 {
      console.print("\(count) \(count == 1 ? one : several) imported.")
    }
    guard found.foreignKeys > 0 else { return }
    let keys = found.foreignKeys == 1 ? "1 key was" : "\(found.foreignKeys) keys were"
    console.note(
      "security: \(keys) left out: keychains have RSA keys and those of the curves of NIST, Edwards and Montgomery.")
  }
}

extension SecurityImport.Failure {
  fileprivate init(_ error: PassphraseError) {
    switch error {
    case .wrongPassphrase: self.init(message: "MAC verification failed during PKCS12 import (wrong password?)")
    case .malformed: self = .unknownFormat
    case .tooExpensive, .unsupported: self.init(.decode)
    }
  }
}
