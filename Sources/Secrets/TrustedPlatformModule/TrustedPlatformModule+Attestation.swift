// SPDX-License-Identifier: Apache-2.0
import CTPM2
import Glibc
package import SecretMemory

// MARK: - What tells this TPM from others

/// The endorsement keys that makers of TPMs certify (TCG EK Credential Profile 2.5): one on P-256 (template L-2), one of RSA (L-1).
package enum EndorsementKind: Sendable, CaseIterable {
  case p256, rsa2048

  fileprivate var template: TPM2B_PUBLIC { self == .p256 ? .endorsementKey : .endorsementKeyRSA }

  /// The place in the TPM where the certificate lies.
  fileprivate var index: UInt32 { self == .p256 ? 0x01C0_000A : 0x01C0_0002 }

  /// The octets of a point, `04 X Y`, and of a modulus, whose exponent is 65,537.
  package var size: Int { self == .p256 ? 65 : 256 }
}

extension TrustedPlatformModule {
  /// The public part of an endorsement key: each TPM has another one, and the same one for ever.
  package mutating func endorsementKey(_ kind: EndorsementKind = .p256) throws(TPMError) -> [UInt8] {
    try withEndorsementKey(kind) { _, key throws(TPMError) in key }
  }

  /// The certificate of that key, as the TPM's maker left it in it, DER; nil where there is none.
  package mutating func endorsementCertificate(_ kind: EndorsementKind = .p256) throws(TPMError) -> [UInt8]? {
    var handle: ESYS_TR = ESYS_TR_NONE
    let code = unsafe Esys_TR_FromTPMPublic(
      esys, kind.index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle)
    guard TPMError.kind(of: code) != TPMError.Kind.handle else { return nil }
    try TPMError.check(.nvReadPublic, code)
    defer { unsafe _ = Esys_TR_Close(esys, &handle) }
    var area: UnsafeMutablePointer<TPM2B_NV_PUBLIC>?
    try TPMError.check(
      .nvReadPublic,
      unsafe Esys_NV_ReadPublic(esys, handle, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &area, nil))
    defer { unsafe Esys_Free(area) }
    let size = unsafe Int(area?.pointee.nvPublic.dataSize ?? 0)
    guard (1...Self.longestCertificate).contains(size) else { return nil }
    var certificate: [UInt8] = []
    while certificate.count < size {
      certificate += try part(of: handle, from: certificate.count, atMost: size - certificate.count)
    }
    return certificate
  }

  private static let longestCertificate = 8 << 10
  private static let readSize = 512

  private func part(of handle: ESYS_TR, from offset: Int, atMost count: Int) throws(TPMError) -> [UInt8] {
    var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
    try TPMError.check(
      .nvRead,
      unsafe Esys_NV_Read(
        esys, handle, handle, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, UInt16(min(count, Self.readSize)),
        UInt16(offset), &data))
    guard let data = unsafe data else { throw .invalidLength }
    defer { unsafe Esys_Free(data) }
    let read = unsafe Int(data.pointee.size)
    guard (1...count).contains(read) else { throw .invalidLength }
    return unsafe withUnsafeBytes(of: &data.pointee.buffer) { unsafe Array($0.prefix(read)) }
  }

  private func withEndorsementKey<Result: ~Copyable>(
    _ kind: EndorsementKind, _ body: (ESYS_TR, [UInt8]) throws(TPMError) -> Result
  ) throws(TPMError) -> Result {
    var noSecret = TPM2B_SENSITIVE_CREATE()
    var template = kind.template
    var noData = TPM2B_DATA()
    var noRegisters = TPML_PCR_SELECTION()
    var key: ESYS_TR = ESYS_TR_NONE
    var area: UnsafeMutablePointer<TPM2B_PUBLIC>?
    try TPMError.check(
      .createPrimary,
      unsafe Esys_CreatePrimary(
        esys, ESYS_TR_RH_ENDORSEMENT, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &noSecret, &template, &noData,
        &noRegisters, &key, &area, nil, nil, nil))
    defer {
      unsafe _ = Esys_FlushContext(esys, key)
      unsafe Esys_Free(area)
    }
    guard let area = unsafe area else { throw .invalidLength }
    let octets = unsafe Self.octets(of: &area.pointee.publicArea.unique, kind)
    guard octets.count == kind.size else { throw .invalidLength }
    return try body(key, octets)
  }

  private static func octets(of unique: inout TPMU_PUBLIC_ID, _ kind: EndorsementKind) -> [UInt8] {
    switch kind {
    case .p256: return unsafe [4] + coordinate(&unique.ecc.x) + coordinate(&unique.ecc.y)
    case .rsa2048:
      let count = unsafe min(Int(unique.rsa.size), kind.size)
      return unsafe withUnsafeBytes(of: &unique.rsa.buffer) { unsafe Array($0.prefix(count)) }
    }
  }

  private static func coordinate(_ parameter: inout TPM2B_ECC_PARAMETER) -> [UInt8] {
    let count = min(Int(parameter.size), 32)
    return unsafe withUnsafeBytes(of: &parameter.buffer) { bytes in
      unsafe [UInt8](repeating: 0, count: 32 - count) + Array(bytes.prefix(count))
    }
  }
}

// MARK: - Keys that vouch for what the TPM says

extension TrustedPlatformModule {
  /// A new key on P-256 that signs nothing but what the TPM itself says, in the form in which it is kept.
  package mutating func makeAttestationKey() throws(TPMError) -> SealedSecret {
    try withStorageKey { parent throws(TPMError) in
      try withSession(saltedFor: parent) { session throws(TPMError) in
        var noSecret = TPM2B_SENSITIVE_CREATE()
        var template = TPM2B_PUBLIC.attestationKey
        return try unsafe makeObject(&noSecret, &template, under: parent, session)
      }
    }
  }

  /// TPMT_PUBLIC of a key, without the length before it.
  package static func publicArea(of key: SealedSecret) -> [UInt8] { Array(key.publicArea.dropFirst(2)) }

  /// The secret of a credential that was made for this TPM's endorsement key and for a key that is in it
  /// (TPM2_ActivateCredential). Parameters are without the lengths before them: a secret for the key of RSA is as long as its modulus.
  package mutating func activate(
    _ object: [UInt8], _ encryptedSecret: [UInt8], for key: SealedSecret
  ) throws(TPMError) -> SecretBytes {
    guard var blob = TPM2B_ID_OBJECT(object), var secret = TPM2B_ENCRYPTED_SECRET(encryptedSecret) else {
      throw .notSealedHere
    }
    let kind: EndorsementKind = encryptedSecret.count == EndorsementKind.rsa2048.size ? .rsa2048 : .p256
    return try withStorageKey { parent throws(TPMError) in
      try withSession(saltedFor: parent) { session throws(TPMError) in
        let loaded = try load(key, under: parent, session)
        defer { unsafe _ = Esys_FlushContext(esys, loaded) }
        return try withEndorsementKey(kind) { endorsementKey, _ throws(TPMError) in
          try withEndorsementPolicy { policy throws(TPMError) in
            var found: UnsafeMutablePointer<TPM2B_DIGEST>?
            let code = unsafe Esys_ActivateCredential(
              esys, loaded, endorsementKey, session.encrypting(.response), policy, ESYS_TR_NONE, &blob, &secret, &found)
            return try unsafe Self.secret(code, found)
          }
        }
      }
    }
  }

  @unsafe private static func secret(
    _ code: UInt32, _ found: UnsafeMutablePointer<TPM2B_DIGEST>?
  ) throws(TPMError) -> SecretBytes {
    switch TPMError.kind(of: code) {
    case 0: break
    case TPMError.Kind.integrity, TPMError.Kind.size, TPMError.Kind.value: throw .notSealedHere
    default: throw .refused(.activateCredential, code: code)
    }
    guard let found = unsafe found else { throw .notSealedHere }
    defer {
      unsafe explicit_bzero(found, MemoryLayout<TPM2B_DIGEST>.size)
      unsafe Esys_Free(found)
    }
    let count = unsafe Int(found.pointee.size)
    guard (1...64).contains(count) else { throw .notSealedHere }
    return unsafe withUnsafeBytes(of: &found.pointee.buffer) { bytes in
      SecretBytes(copying: unsafe Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[..<count])))
    }
  }

  /// The endorsement key may be used by whoever may use its hierarchy (its template's policy, PolicySecret).
  private func withEndorsementPolicy<Result: ~Copyable>(
    _ body: (ESYS_TR) throws(TPMError) -> Result
  ) throws(TPMError) -> Result {
    var cipher = TPMT_SYM_DEF()
    cipher.algorithm = TPMConstant.null
    var handle: ESYS_TR = ESYS_TR_NONE
    try TPMError.check(
      .startAuthSession,
      unsafe Esys_StartAuthSession(
        esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, nil, TPMConstant.policySession,
        &cipher, TPMConstant.sha256, &handle))
    defer { unsafe _ = Esys_FlushContext(esys, handle) }
    try TPMError.check(
      .policySecret,
      unsafe Esys_PolicySecret(
        esys, ESYS_TR_RH_ENDORSEMENT, handle, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, nil, nil, nil, 0, nil, nil))
    return try body(handle)
  }

  /// Has the TPM vouch for 32 bytes: what it signed (TPMS_ATTEST), and the ECDSA signature's two numbers.
  package mutating func quote(
    _ digest: [UInt8], by key: SealedSecret
  ) throws(TPMError) -> (statement: [UInt8], signature: [UInt8]) {
    guard var extra = TPM2B_DATA(digest) else { throw .invalidLength }
    return try withStorageKey { parent throws(TPMError) in
      try withSession(saltedFor: parent) { session throws(TPMError) in
        let loaded = try load(key, under: parent, session)
        defer { unsafe _ = Esys_FlushContext(esys, loaded) }
        var scheme = TPMT_SIG_SCHEME()
        scheme.scheme = TPMConstant.null
        var noRegisters = TPML_PCR_SELECTION()
        var statement: UnsafeMutablePointer<TPM2B_ATTEST>?
        var signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
        defer {
          unsafe Esys_Free(statement)
          unsafe Esys_Free(signature)
        }
        try TPMError.check(
          .quote,
          unsafe Esys_Quote(
            esys, loaded, session.encrypting(.none), ESYS_TR_NONE, ESYS_TR_NONE, &extra, &scheme, &noRegisters,
            &statement, &signature))
        guard let statement = unsafe statement, let signature = unsafe signature,
          unsafe signature.pointee.sigAlg == TPMConstant.ecdsa
        else { throw .invalidLength }
        let count = unsafe Int(statement.pointee.size)
        let said = unsafe withUnsafeBytes(of: &statement.pointee.attestationData) { unsafe Array($0.prefix(count)) }
        let numbers =
          unsafe Self.coordinate(&signature.pointee.signature.ecdsa.signatureR)
          + Self.coordinate(&signature.pointee.signature.ecdsa.signatureS)
        return (said, numbers)
      }
    }
  }
}
