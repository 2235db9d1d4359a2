// SPDX-License-Identifier: Apache-2.0
import Advice
import CertificateTrust
import CryptoPrimitives

import KeyFormats
import KeychainModel
import KeychainObjects
import SecretMemory
import TerminalConsole
import WireFormat
import X509Certificates
import Files
import SystemCalls

/// `security export`: certificates and keys into a file or to standard output. A failure ends with 1.
struct SecurityExport {
  let console: Console
  let keychain: any KeychainService

  private static let longest = 16 << 20

  private struct Chosen {
    var certificates: [Certificate] = []
    var privateKeys: [(key: PrivateKeyMaterial, label: String?)] = []
    var publicKeys: [PublicKeyMaterial] = []
    var count: Int { certificates.count + privateKeys.count + publicKeys.count }
  }

  func run(_ request: ExportRequest) throws(CommandFailure) -> Int32 {
    let chosen = try choose(request.kind)
    // Nothing that was to be under a passphrase is written without one.
    guard !request.isProtected || request.format == .pkcs12 || request.format == .pkcs8 else {
      console.note("security: -w and -P are for -f pkcs12 and -f pkcs8 alone, so nothing was written. Try: -f pkcs12")
      return 1
    }
    do throws(KeychainStatus) {
      return try write(try encode(chosen, request), to: request.file)
    } catch {
      console.note("security: SecKeychainItemExport: \(error.message)")
      return 1
    }
  }

  // MARK: - What

  /// Leaves out keys that may not be extracted. Those of the enclave cannot leave it.
  private func choose(_ kind: ExportRequest.Kind) throws(CommandFailure) -> Chosen {
    var chosen = Chosen()
    switch kind {
    case .certs, .all: chosen.certificates = try keychain.certificates().map(\.certificate)
    case .identities: chosen.certificates = try keychain.identities().map(\.certificate)
    case .allKeys, .pubKeys, .privKeys: break
    }
    guard kind != .certs else { return chosen }
    let keys = try keychain.keys()
    if kind != .pubKeys {
      for item in keys where item.attributes?[.isExtractable]?.number != 0 {
        guard let key = PrivateKeyMaterial(item) else { continue }
        chosen.privateKeys.append((key, item.attributes?[.label]?.string))
      }
    }
    if kind == .pubKeys || kind == .allKeys { chosen.publicKeys = keys.compactMap { PublicKeyMaterial($0) } }
    guard kind == .identities else { return chosen }
    let points = Set(chosen.certificates.map(\.publicKeyBits))
    chosen.privateKeys = chosen.privateKeys.filter { points.contains($0.key.publicKey.encoded) }
    return chosen
  }

  // MARK: - How

  private func encode(_ chosen: Chosen, _ request: ExportRequest) throws(KeychainStatus) -> WireBuffer {
    guard chosen.count > 0 else { throw .param }
    let one: ExternalFormat = chosen.certificates.isEmpty ? .openssl : .x509
    switch request.format ?? (chosen.count > 1 ? .pemseq : one) {
    case .pemseq: return try text(chosen)
    case .x509:
      guard chosen.count == 1, let certificate = chosen.certificates.first else { throw .param }
      return try armored(certificate.encoded, "CERTIFICATE", request.isText)
    case .pkcs7:
      guard chosen.count == chosen.certificates.count else { throw .param }
      return try armored(CertificateMessage.encode(chosen.certificates.map(\.encoded)), "PKCS7", request.isText)
    case .pkcs8 where request.isProtected: return try encrypted(chosen, request)
    case .openssl, .pkcs8:
      guard chosen.count == 1 else { throw .param }
      return request.isText || request.format == nil ? try text(chosen) : try binary(chosen)
    case .pkcs12: return try archive(chosen, request)
    case .openssh1, .openssh2, .bsafe, .raw, .netscape: throw .unimplemented
    }
  }

  private func armored(
    _ bytes: [UInt8], _ label: String, _ isText: Bool
  ) throws(KeychainStatus) -> WireBuffer {
    try written { (file) throws(WireError) in
      if isText { try TextArmor.write(label, bytes.span, into: &file) } else { try file.append(bytes: bytes.span) }
    }
  }

  /// Writes an export, in which private keys may be.
  private func written(
    _ body: (inout WireBuffer) throws(WireError) -> Void
  ) throws(KeychainStatus) -> WireBuffer {
    var file = WireBuffer(smallest: 4096, capacity: Self.longest)
    do { try body(&file) } catch { throw .allocate }
    return file
  }

  /// Blocks of text, certificates first.
  private func text(_ chosen: Chosen) throws(KeychainStatus) -> WireBuffer {
    let keys = try chosen.privateKeys.map { (entry) throws(KeychainStatus) in SecretData(try pkcs8(entry.key)) }
    return try written { (file) throws(WireError) in
      for certificate in chosen.certificates {
        try TextArmor.write("CERTIFICATE", certificate.encoded.span, into: &file)
      }
      for key in chosen.publicKeys { try TextArmor.write("PUBLIC KEY", key.spki.span, into: &file) }
      for key in keys {
        try key.withBytes { (bytes) throws(WireError) in try TextArmor.write("PRIVATE KEY", bytes, into: &file) }
      }
    }
  }

  private func binary(_ chosen: Chosen) throws(KeychainStatus) -> WireBuffer {
    let keys = try chosen.privateKeys.map { (entry) throws(KeychainStatus) in SecretData(try pkcs8(entry.key)) }
    return try written { (file) throws(WireError) in
      for certificate in chosen.certificates { try file.append(bytes: certificate.encoded.span) }
      for key in chosen.publicKeys { try file.append(bytes: key.spki.span) }
      for key in keys { try key.withBytes { (bytes) throws(WireError) in try file.append(bytes: bytes) } }
    }
  }

  private func pkcs8(_ key: PrivateKeyMaterial) throws(KeychainStatus) -> SecretBytes {
    do { return try key.pkcs8() } catch { throw .internalError }
  }

  private func archive(_ chosen: Chosen, _ request: ExportRequest) throws(KeychainStatus) -> WireBuffer {
    guard chosen.publicKeys.isEmpty else { throw .param }
    let certificates = chosen.certificates.map { certificate in
      PKCS12Writer.Certificate(
        certificate.encoded, label: certificate.summary,
        localID: DigestAlgorithm.sha1.hash(certificate.publicKeyBits.span))
    }
    var keys: [PKCS12Writer.Key] = []
    for entry in chosen.privateKeys {
      let localID = DigestAlgorithm.sha1.hash(entry.key.publicKey.encoded.span)
      keys.append(PKCS12Writer.Key(pkcs8: try pkcs8(entry.key), label: entry.label, localID: localID))
    }
    let file = try withPassphrase(request) { (text) throws(PassphraseError) in
      try PKCS12Writer.write(certificates: certificates, keys: keys, passphrase: text)
    }
    return try armored(file, "PKCS12", request.isText)
  }

  /// A private key, encrypted with a passphrase.
  private func encrypted(_ chosen: Chosen, _ request: ExportRequest) throws(KeychainStatus) -> WireBuffer {
    guard chosen.count == 1, let key = chosen.privateKeys.first else { throw .param }
    let plain = try pkcs8(key.key)
    let file = try withPassphrase(request) { (text) throws(PassphraseError) in
      try EncryptedPrivateKey.seal(plain, passphrase: text)
    }
    return try armored(file, "ENCRYPTED PRIVATE KEY", request.isText)
  }

  /// The option's, or a new one that the person types.
  private func withPassphrase(
    _ request: ExportRequest, _ body: (Span<UInt8>) throws(PassphraseError) -> [UInt8]
  ) throws(KeychainStatus) -> [UInt8] {
    do throws(PassphraseError) {
      if let given = request.passphrase { return try body(given.span) }
    } catch {
      throw error == .malformed ? .param : .internalError
    }
    let asked: SecretBytes
    do { asked = try PasscodeInput(console: console).readNew("Enter the password for the file: ") } catch {
      throw .userCanceled
    }
    do throws(PassphraseError) { return try asked.withBytes(body) } catch {
      throw error == .malformed ? .param : .internalError
    }
  }

  // MARK: - Where to

  /// A file is written as `bailey keychain export` does it: for its owner only, whole or not at all, and never through a
  /// link or over an existing file, which others might be able to read.
  private func write(_ file: borrowing WireBuffer, to path: String?) throws(KeychainStatus) -> Int32 {
    guard let path else {
      file.withBytes { console.print(bytes: $0) }
      return 0
    }
    do throws(SystemError) {
      let output = try NewFile(path, leaving: .none)
      try file.withBytes { (bytes) throws(SystemError) in try output.append(bytes) }
      try output.finish()
    } catch {
      console.note("security: Error writing to \(path): \(error.reason)")
      return 1
    }
    console.note("...\(file.count) bytes written to \(path)")
    return 0
  }
}
