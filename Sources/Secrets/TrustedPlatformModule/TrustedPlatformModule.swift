// SPDX-License-Identifier: Apache-2.0
import CLinux
import CTPM2
import CryptoPrimitives
import Glibc
import SecretMemory
package import SystemCalls

/// A TPM 2.0, used through the enhanced system interface of tpm2-tss. For one thread at a time.
///
/// Nothing stays in the TPM between two calls but counters: every key and session is flushed before a call returns.
/// What passes between this process and the TPM is encrypted and authenticated by a session that is salted with the
/// storage key; the TPM's identity itself is not proved, so somebody who replaces the whole TPM is not noticed here.
/// Unchecked because the library's context is this value's alone, which cannot be copied, and knows no thread.
@safe package struct TrustedPlatformModule: ~Copyable, @unchecked Sendable {
  let esys: OpaquePointer
  private let transport: TPMTransport

  /// Takes a descriptor from `TPMInterface.open`. From here on no file is opened and nothing connected to.
  package init(_ descriptor: consuming FileDescriptor) throws(TPMError) {
    // Prepare before tpm2-tss does: it would read the library's configuration file.
    // On any error of the cryptographic library, refuse to use the TPM: its sessions could not be encrypted.
    guard Self.isQuiet, (try? Crypto.prepare()) != nil else { throw .noCryptography }
    let transport = TPMTransport(descriptor)
    var esys: OpaquePointer?
    try TPMError.check(.connect, unsafe Esys_Initialize(&esys, transport.context, nil))
    guard let esys = unsafe esys else { throw .noCryptography }
    unsafe self.esys = esys
    self.transport = transport
  }

  deinit {
    var esys: OpaquePointer? = unsafe esys
    unsafe Esys_Finalize(&esys)
  }

  /// tpm2-tss writes to standard error by itself unless told not to; errors are reported by throwing.
  private static let isQuiet: Bool = unsafe setenv("TSS2_LOG", "all+NONE", 0) == 0
}

extension TPMError {
  static func check(_ command: TPMCommand, _ code: UInt32) throws(TPMError) {
    guard code == 0 else { throw .refused(command, code: code) }
  }
}

// MARK: - Keys and sessions for the time of a call

extension TrustedPlatformModule {
  /// Runs with the storage key of the owner hierarchy, which the TPM derives again from its seed each time.
  func withStorageKey<Result: ~Copyable>(
    _ body: (ESYS_TR) throws(TPMError) -> Result
  ) throws(TPMError) -> Result {
    var noSecret = TPM2B_SENSITIVE_CREATE()
    var template = TPM2B_PUBLIC.storageKey
    var noData = TPM2B_DATA()
    var noRegisters = TPML_PCR_SELECTION()
    var key: ESYS_TR = ESYS_TR_NONE
    try TPMError.check(
      .createPrimary,
      unsafe Esys_CreatePrimary(
        esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &noSecret, &template, &noData,
        &noRegisters, &key, nil, nil, nil, nil))
    defer { unsafe _ = Esys_FlushContext(esys, key) }
    return try body(key)
  }

  /// Runs with an HMAC session whose salt only the storage key can decrypt (part 1, section 19.6.13).
  func withSession<Result: ~Copyable>(
    saltedFor key: ESYS_TR, _ body: (TPMSession) throws(TPMError) -> Result
  ) throws(TPMError) -> Result {
    var cipher = TPMT_SYM_DEF.aes128CFB
    var handle: ESYS_TR = ESYS_TR_NONE
    try TPMError.check(
      .startAuthSession,
      unsafe Esys_StartAuthSession(
        esys, key, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, nil, TPMConstant.hmacSession, &cipher,
        TPMConstant.sha256, &handle))
    defer { unsafe _ = Esys_FlushContext(esys, handle) }
    return try body(unsafe TPMSession(esys: esys, handle: handle))
  }

  /// A session for a call that needs no key of its own.
  func withSession<Result: ~Copyable>(
    _ body: (TPMSession) throws(TPMError) -> Result
  ) throws(TPMError) -> Result {
    try withStorageKey { key throws(TPMError) in try withSession(saltedFor: key, body) }
  }

  /// Removes what the library keeps of a secret: the last command and response, its parameters, and the stack.
  func forget(_ secret: Span<UInt8>) {
    var system: OpaquePointer?
    unsafe secret.withUnsafeBytes { secret in
      unsafe clinux_forget(UnsafeMutableRawPointer(esys), secret.baseAddress, secret.count)
      guard unsafe Esys_GetSysContext(esys, &system) == 0, let system = unsafe system else { return }
      unsafe clinux_forget(UnsafeMutableRawPointer(system), secret.baseAddress, secret.count)
    }
    clinux_clear_stack()
  }
}

/// An open session, and what it is to encrypt in the next command.
@safe struct TPMSession {
  private let esys: OpaquePointer
  private let handle: ESYS_TR

  fileprivate init(esys: OpaquePointer, handle: ESYS_TR) {
    unsafe self.esys = esys
    self.handle = handle
  }

  /// The first parameters that are encrypted: only a sized buffer can be (part 1, section 21.1).
  enum Encryption: UInt8 {
    case none = 0
    case command = 0x20
    case response = 0x40
    case both = 0x60
  }

  /// The handle to give to a command.
  func encrypting(_ parameters: Encryption) -> ESYS_TR {
    let continueSession: UInt8 = 0x01
    unsafe _ = Esys_TRSess_SetAttributes(esys, handle, parameters.rawValue | continueSession, 0xFF)
    return handle
  }
}
