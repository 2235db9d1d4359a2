// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import ProtectionModel

/// The register of apps, of which the enclave says what counts.
extension SharedClassKeys {
  package func registerNumber() throws(EnclaveClientError) -> UInt64 {
    try use { (channel) throws(EnclaveClientError) in
      guard case .registerNumber(let number) = try channel.exchange(.registerNumber) else { throw .unexpectedReply }
      return number
    }
  }

  package func sealRegister(_ digest: [UInt8]) throws(EnclaveClientError) -> RegisterSeal {
    try use { (channel) throws(EnclaveClientError) in
      guard case .registerSeal(let seal) = try channel.exchange(.sealRegister(digest: digest)) else {
        throw .unexpectedReply
      }
      return seal
    }
  }

  package func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(EnclaveClientError) {
    try use { (channel) throws(EnclaveClientError) in
      guard case .done = try channel.exchange(.acceptRegister(digest: digest, seal)) else { throw .unexpectedReply }
    }
  }
}
