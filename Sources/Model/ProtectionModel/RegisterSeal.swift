// SPDX-License-Identifier: Apache-2.0

/// A record that lies where every program of the user can write, and counts only as the enclave sealed it last. The numbers
/// are sent: they are permanent.
package enum SealedRegister: UInt8, Sendable, CaseIterable {
  /// The register of programs and installed apps.
  case apps = 1
  /// The owner's choices of what surfaces show while the screen is locked.
  case surfaces = 2
}

/// The enclave's seal of one state of a register: its number, and the code that binds the two together.
package struct RegisterSeal: Sendable, Equatable {
  /// Bytes of the digest of a register, and of a code.
  package static let size = 32

  /// The number of the state, which grows with every seal.
  package let number: UInt64
  package let code: [UInt8]

  package init?(number: UInt64, code: [UInt8]) {
    guard number > 0, code.count == Self.size else { return nil }
    self.number = number
    self.code = code
  }
}

/// A source that knows which state of one register is valid: the enclave.
package protocol RegisterSeals: Sendable {
  /// The number of the state in force; 0 until there was one.
  func registerNumber() throws(RegisterSealError) -> UInt64
  /// Seals the next state, of which this is the SHA-256.
  func sealRegister(_ digest: [UInt8]) throws(RegisterSealError) -> RegisterSeal
  /// Throws `refused` unless this state counts. From then on no older one does.
  func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(RegisterSealError)
}

package enum RegisterSealError: Error, Equatable, Sendable {
  case refused(RegisterDefect)
  /// The enclave does not answer, or refuses for a reason of its own.
  case unavailable
  /// The disk refused: the errno.
  case storage(code: Int32)
}

/// Why a register does not count.
package enum RegisterDefect: Sendable, Equatable {
  /// The register was not sealed by this instance's enclave, or was changed since.
  case forged
  /// A newer one has been in force: an old copy was put in its place.
  case older
  /// There was one, and it is gone.
  case missing
}
