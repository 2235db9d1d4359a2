// SPDX-License-Identifier: Apache-2.0
package import COSEKeys

/// The record that a server keeps of an attested key.
package struct AttestedAppKey: Sendable, Equatable {
  /// SHA-256 of the key's point; `generateKey` gives it in base64.
  package let id: [UInt8]
  package let appID: String
  package let environment: AppEnvironment
  package let publicKey: COSEKey
  /// The counter of the last assertion that was accepted; zero after the attestation.
  package var counter: UInt32

  package static let idSize = 32

  package init(id: [UInt8], appID: String, _ environment: AppEnvironment, _ publicKey: COSEKey, counter: UInt32) {
    self.id = id
    self.appID = appID
    self.environment = environment
    self.publicKey = publicKey
    self.counter = counter
  }
}

/// An attestation that has passed every step. Only the verification makes it; the key counts once a store has taken the
/// challenge and kept it.
package struct VerifiedAppAttestation: Sendable, Equatable {
  package let key: AttestedAppKey
  package let launch: LaunchData?
  package let systemVersion: String?
  package let platform: String?
  /// The receipt, which can be exchanged for one with the risk metric.
  package let receipt: [UInt8]
  /// The fields of the receipt, where the policy has anchors for it.
  package let receiptFields: AppReceipt?

  init(_ key: AttestedAppKey, _ leaf: AttestedLeaf, _ launch: LaunchData?, receipt: [UInt8], _ fields: AppReceipt?) {
    self.key = key
    self.launch = launch
    systemVersion = leaf.systemVersion
    platform = leaf.platform
    self.receipt = receipt
    receiptFields = fields
  }
}

/// An assertion that has passed every step but those of the store: what it guards happens once a store has taken the
/// challenge and the counter.
package struct VerifiedAppAssertion: Sendable, Equatable {
  package let keyID: [UInt8]
  package let counter: UInt32
  package let launch: LaunchData?

  init(keyID: [UInt8], counter: UInt32, _ launch: LaunchData?) {
    self.keyID = keyID
    self.counter = counter
    self.launch = launch
  }
}
