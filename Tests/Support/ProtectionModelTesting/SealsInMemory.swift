// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
import Threads

/// An enclave's part of a register, without an enclave.
package final class SealsInMemory: RegisterSeals {
  private let state = Locked((sealed: UInt64(0), inForce: UInt64(0)))
  private static let key: [UInt8] = [UInt8](repeating: 9, count: 32)

  package init() {}

  package func registerNumber() -> UInt64 { state.withLock { $0.inForce } }

  private func code(_ digest: [UInt8], _ number: UInt64) -> [UInt8] {
    let message = Self.key + digest + Array("\(number)".utf8)
    return SHA256.hash(message.span)
  }

  package func sealRegister(_ digest: [UInt8]) throws(RegisterSealError) -> RegisterSeal {
    let number = state.withLock { state in
      state.sealed += 1
      return state.sealed
    }
    guard let seal = RegisterSeal(number: number, code: code(digest, number)) else { throw .unavailable }
    return seal
  }

  package func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(RegisterSealError) {
    guard code(digest, seal.number) == seal.code else { throw .refused(.forged) }
    try state.withLock { state throws(RegisterSealError) in
      guard seal.number >= state.inForce else { throw .refused(.older) }
      state.inForce = seal.number
    }
  }
}
