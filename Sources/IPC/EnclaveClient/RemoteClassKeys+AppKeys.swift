// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
import EnclaveMessages
package import ProtectionModel

// Keys of apps that attest, for the process that keeps them.

extension RemoteClassKeys: AppAttestKeyService {
  package func makeAppKey(of appIDHash: [UInt8]) throws(ClassKeyError) -> AppAttestKey {
    guard case .appKey(let key) = try ask(.makeAppKey(appIDHash)) else { throw .unavailable }
    return key
  }

  package func signature(_ use: AppAttestKeyUse) throws(ClassKeyError) -> [UInt8] {
    guard case .signature(let signature) = try ask(.assertApp(use)) else { throw .unavailable }
    return signature
  }
}

extension SharedClassKeys: AppAttestKeyService {
  package func makeAppKey(of appIDHash: [UInt8]) throws(ClassKeyError) -> AppAttestKey {
    try use { channel throws(ClassKeyError) in try channel.makeAppKey(of: appIDHash) }
  }

  package func signature(_ use: AppAttestKeyUse) throws(ClassKeyError) -> [UInt8] {
    try self.use { channel throws(ClassKeyError) in try channel.signature(use) }
  }
}

extension SharedClassKeys: MachineKeyService {
  package func vouch(_ voucher: MachineVoucher) throws(ClassKeyError) -> MachineQuote {
    try use { channel throws(ClassKeyError) in
      guard case .machineQuote(let quote) = try channel.ask(.vouchForApp(voucher)) else { throw .unavailable }
      return quote
    }
  }
}
