// SPDX-License-Identifier: Apache-2.0
import CTPM2
import Glibc
package import SecretMemory

// MARK: - Sealing

extension TrustedPlatformModule {
  /// How long a secret may be. A shorter one would be found by chance in what the library keeps, and wiping it there
  /// would break a pointer; 128 bytes is what a sealed object holds.
  private static let lengths = 16...128

  /// Seals 16 to 128 bytes to this TPM.
  package mutating func seal(_ secret: borrowing SecretBytes) throws(TPMError) -> SealedSecret {
    guard Self.lengths.contains(secret.count) else { throw .invalidLength }
    defer { secret.withBytes { forget($0) } }
    return try withStorageKey { key throws(TPMError) in
      try withSession(saltedFor: key) { session throws(TPMError) in
        try secret.withBytes { bytes throws(TPMError) in try create(bytes, under: key, session) }
      }
    }
  }

  private func create(
    _ secret: Span<UInt8>, under key: ESYS_TR, _ session: TPMSession
  ) throws(TPMError) -> SealedSecret {
    let sensitive = UnsafeMutablePointer<TPM2B_SENSITIVE_CREATE>.allocate(capacity: 1)
    unsafe sensitive.initialize(to: TPM2B_SENSITIVE_CREATE())
    defer {
      unsafe explicit_bzero(sensitive, MemoryLayout<TPM2B_SENSITIVE_CREATE>.size)
      unsafe sensitive.deallocate()
    }
    unsafe sensitive.pointee.sensitive.data.size = UInt16(secret.count)
    unsafe withUnsafeMutableBytes(of: &sensitive.pointee.sensitive.data.buffer) { buffer in
      unsafe secret.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
    }
    var template = TPM2B_PUBLIC.sealedData
    return try unsafe makeObject(sensitive, &template, under: key, session)
  }

  /// A new object in the form in which it is kept.
  @unsafe func makeObject(
    _ sensitive: UnsafeMutablePointer<TPM2B_SENSITIVE_CREATE>, _ template: inout TPM2B_PUBLIC, under key: ESYS_TR,
    _ session: TPMSession
  ) throws(TPMError) -> SealedSecret {
    var noData = TPM2B_DATA()
    var noRegisters = TPML_PCR_SELECTION()
    var (privateArea, publicArea): (UnsafeMutablePointer<TPM2B_PRIVATE>?, UnsafeMutablePointer<TPM2B_PUBLIC>?)
    defer {
      unsafe Esys_Free(privateArea)
      unsafe Esys_Free(publicArea)
    }
    try TPMError.check(
      .create,
      unsafe Esys_Create(
        esys, key, session.encrypting(.both), ESYS_TR_NONE, ESYS_TR_NONE, sensitive, &template, &noData, &noRegisters,
        &privateArea, &publicArea, nil, nil, nil))
    return try unsafe SealedSecret(publicArea, privateArea)
  }

  /// Gives back what this TPM has sealed.
  package mutating func unseal(_ sealed: SealedSecret) throws(TPMError) -> SecretBytes {
    try withStorageKey { key throws(TPMError) in
      try withSession(saltedFor: key) { session throws(TPMError) in
        let object = try load(sealed, under: key, session)
        defer { unsafe _ = Esys_FlushContext(esys, object) }
        return try unseal(object, session)
      }
    }
  }

  func load(
    _ sealed: SealedSecret, under key: ESYS_TR, _ session: TPMSession
  ) throws(TPMError) -> ESYS_TR {
    var areas = try sealed.areas()
    var object: ESYS_TR = ESYS_TR_NONE
    let code = unsafe Esys_Load(
      esys, key, session.encrypting(.command), ESYS_TR_NONE, ESYS_TR_NONE, &areas.privateArea, &areas.publicArea,
      &object)
    switch TPMError.kind(of: code) {
    case 0: return object
    case TPMError.Kind.integrity, TPMError.Kind.size, TPMError.Kind.value: throw .notSealedHere
    default: throw .refused(.load, code: code)
    }
  }

  private func unseal(_ object: ESYS_TR, _ session: TPMSession) throws(TPMError) -> SecretBytes {
    var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
    try TPMError.check(
      .unseal,
      unsafe Esys_Unseal(esys, object, session.encrypting(.response), ESYS_TR_NONE, ESYS_TR_NONE, &data))
    guard let data = unsafe data else { throw .notSealedHere }
    defer {
      unsafe explicit_bzero(data, MemoryLayout<TPM2B_SENSITIVE_DATA>.size)
      unsafe Esys_Free(data)
    }
    let count = unsafe Int(data.pointee.size)
    guard Self.lengths.contains(count) else { throw .notSealedHere }
    let secret = unsafe withUnsafeBytes(of: &data.pointee.buffer) { buffer in
      SecretBytes(copying: unsafe Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
    }
    secret.withBytes { forget($0) }
    return secret
  }
}

// MARK: - The stored form

extension SealedSecret {
  fileprivate init(
    _ publicArea: UnsafeMutablePointer<TPM2B_PUBLIC>?, _ privateArea: UnsafeMutablePointer<TPM2B_PRIVATE>?
  ) throws(TPMError) {
    var (publicBytes, publicCount) = ([UInt8](repeating: 0, count: Self.longestArea), 0)
    var (privateBytes, privateCount) = ([UInt8](repeating: 0, count: Self.longestArea), 0)
    try TPMError.check(
      .create, unsafe Tss2_MU_TPM2B_PUBLIC_Marshal(publicArea, &publicBytes, Self.longestArea, &publicCount))
    try TPMError.check(
      .create, unsafe Tss2_MU_TPM2B_PRIVATE_Marshal(privateArea, &privateBytes, Self.longestArea, &privateCount))
    publicBytes.removeSubrange(publicCount...)
    privateBytes.removeSubrange(privateCount...)
    guard let sealed = SealedSecret(publicArea: publicBytes, privateArea: privateBytes) else { throw .invalidLength }
    self = sealed
  }

  /// The areas as the library takes them; every byte must belong to one.
  fileprivate func areas() throws(TPMError) -> (publicArea: TPM2B_PUBLIC, privateArea: TPM2B_PRIVATE) {
    var (publicValue, publicEnd) = (TPM2B_PUBLIC(), 0)
    var (privateValue, privateEnd) = (TPM2B_PRIVATE(), 0)
    guard
      unsafe Tss2_MU_TPM2B_PUBLIC_Unmarshal(publicArea, publicArea.count, &publicEnd, &publicValue) == 0,
      unsafe Tss2_MU_TPM2B_PRIVATE_Unmarshal(privateArea, privateArea.count, &privateEnd, &privateValue) == 0,
      publicEnd == publicArea.count, privateEnd == privateArea.count
    else { throw .notSealedHere }
    return (publicValue, privateValue)
  }
}
