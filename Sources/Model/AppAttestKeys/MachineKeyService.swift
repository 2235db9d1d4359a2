// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The attestation key of this machine's TPM as it is kept: no other TPM can use it.
package struct StoredMachineKey: Sendable, Equatable {
  /// TPM2B_PUBLIC and TPM2B_PRIVATE.
  package let publicArea: [UInt8]
  package let privateArea: [UInt8]

  package static let areaLengths = 1...320

  package init?(publicArea: [UInt8], privateArea: [UInt8]) {
    guard Self.areaLengths.contains(publicArea.count), Self.areaLengths.contains(privateArea.count) else { return nil }
    (self.publicArea, self.privateArea) = (publicArea, privateArea)
  }
}

/// A new attestation key, and the endorsement key by which an organisation knows its TPM.
package struct NewMachineKey: Sendable, Equatable {
  package let key: StoredMachineKey
  /// `04 X Y`.
  package let endorsementKey: [UInt8]

  package static let endorsementKeySize = 65

  package init?(_ key: StoredMachineKey, endorsementKey: [UInt8]) {
    guard endorsementKey.count == Self.endorsementKeySize else { return nil }
    (self.key, self.endorsementKey) = (key, endorsementKey)
  }
}

/// What an issuer gives to a machine that enrols: a secret that its TPM alone gives back.
package struct MachineCredential: Sendable, Equatable {
  package let key: StoredMachineKey
  /// TPMS_ID_OBJECT.
  package let object: [UInt8]
  /// TPMS_ECC_POINT.
  package let secret: [UInt8]

  package static let partLengths = 1...160
  package static let proofSize = 32

  package init?(_ key: StoredMachineKey, object: [UInt8], secret: [UInt8]) {
    guard Self.partLengths.contains(object.count), Self.partLengths.contains(secret.count) else { return nil }
    (self.key, self.object, self.secret) = (key, object, secret)
  }
}

/// A request about a key of an app that the machine is to vouch for.
package struct MachineVoucher: Sendable, Equatable {
  package let key: AppAttestKey
  package let machineKey: StoredMachineKey
  /// The SHA-256 of the request's octets.
  package let request: [UInt8]

  package static let requestSize = 32

  package init?(for key: AppAttestKey, by machineKey: StoredMachineKey, request: [UInt8]) {
    guard request.count == Self.requestSize else { return nil }
    (self.key, self.machineKey, self.request) = (key, machineKey, request)
  }
}

/// What the TPM signed.
package struct MachineQuote: Sendable, Equatable {
  /// TPMS_ATTEST.
  package let statement: [UInt8]
  /// ECDSA on P-256: both numbers.
  package let signature: [UInt8]

  package static let statementLengths = 1...512
  package static let signatureSize = 64

  package init?(statement: [UInt8], signature: [UInt8]) {
    guard Self.statementLengths.contains(statement.count), signature.count == Self.signatureSize else { return nil }
    (self.statement, self.signature) = (statement, signature)
  }
}

/// The operations of the enclave by which a machine vouches for keys of its apps. `unavailable` where no TPM has the root key, and
/// where it is asked too often.
package protocol MachineKeyService: Sendable {
  /// The TPM's quote over `AppKeyVoucher.digest`, after the key of the app was opened. `damaged` where either key is not of this machine.
  func vouch(_ voucher: MachineVoucher) throws(ClassKeyError) -> MachineQuote
}
