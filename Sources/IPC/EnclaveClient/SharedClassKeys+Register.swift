// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import ProtectionModel

/// Registers, of which the enclave says what counts.
extension SharedClassKeys {
  package func number(of register: SealedRegister) throws(EnclaveClientError) -> UInt64 {
    try use { (channel) throws(EnclaveClientError) in
      guard case .registerNumber(let number) = try channel.exchange(.registerNumber(register)) else {
        throw .unexpectedReply
      }
      return number
    }
  }

  package func seal(_ digest: [UInt8], of register: SealedRegister) throws(EnclaveClientError) -> RegisterSeal {
    try use { (channel) throws(EnclaveClientError) in
      guard case .registerSeal(let seal) = try channel.exchange(.sealRegister(register, digest: digest)) else {
        throw .unexpectedReply
      }
      return seal
    }
  }

  package func accept(
    _ digest: [UInt8], _ seal: RegisterSeal, of register: SealedRegister
  ) throws(EnclaveClientError) {
    try use { (channel) throws(EnclaveClientError) in
      guard case .done = try channel.exchange(.acceptRegister(register, digest: digest, seal)) else {
        throw .unexpectedReply
      }
    }
  }
}
