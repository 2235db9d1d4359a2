// SPDX-License-Identifier: Apache-2.0
package import BrokerClient

/// The source that keeps the keys of this app, and attests them.
package protocol AttestSource: Sendable {
  func checkAttestation() throws(BrokerClientError)
  func makeAttestKey() throws(BrokerClientError) -> [UInt8]
  func attest(_ id: [UInt8], clientDataHash: [UInt8]) throws(BrokerClientError) -> [UInt8]
  func checkDevice() throws(BrokerClientError)
  func deviceToken() throws(BrokerClientError) -> [UInt8]
  func assert(_ id: [UInt8], clientDataHash: [UInt8]) throws(BrokerClientError) -> [UInt8]
}

extension BrokerClient: AttestSource {}
