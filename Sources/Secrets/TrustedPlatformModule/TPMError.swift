// SPDX-License-Identifier: Apache-2.0

/// The commands Bailey gives to a TPM, by their names in the TPM 2.0 Library, part 3.
package enum TPMCommand: String, Sendable {
  case connect
  case createPrimary, startAuthSession, create, load, unseal, flushContext, getCapability
  case activateCredential, policySecret, quote
  case nvDefineSpace, nvUndefineSpace, nvReadPublic, nvIncrement, nvRead
}

/// Why a TPM did not do what was asked.
package enum TPMError: Error, Equatable, Sendable {
  /// The cryptographic library does not work.
  case noCryptography
  /// The command failed: the response code, of the TPM itself or of the layers below the command.
  case refused(TPMCommand, code: UInt32)
  /// A sealed secret that is none, or one that was sealed by another TPM or changed since.
  case notSealedHere
  /// A secret of a size a TPM does not seal: 1 to 128 bytes are possible.
  case invalidLength
  /// No unused counter was found.
  case noRoomForCounter
}

extension TPMError {
  /// The response code without the number of the handle, session or parameter it is about (part 2, section 6.6).
  static func kind(of code: UInt32) -> UInt32 {
    let fromTPM = code & 0xFFFF_0000 == 0
    return fromTPM && code & 0x80 != 0 ? code & 0xBF : code
  }

  /// The codes of part 2, section 6.6.3, that Bailey reacts to.
  enum Kind {
    static let integrity: UInt32 = 0x9F
    static let size: UInt32 = 0x95
    static let value: UInt32 = 0x84
    static let handle: UInt32 = 0x8B
    static let alreadyDefined: UInt32 = 0x14C
  }
}
