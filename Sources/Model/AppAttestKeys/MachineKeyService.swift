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

/// The endorsement keys that makers of TPMs certify. The numbers are sent: they are permanent.
package enum EndorsementKeyKind: UInt8, Sendable, CaseIterable {
  case p256 = 1
  case rsa2048 = 2

  /// The octets of a point, `04 X Y`, and of a modulus.
  package var size: Int { self == .p256 ? 65 : 256 }

  /// The lengths of keys of all kinds, and some between.
  package static let lengths = 65...256
}

/// A new attestation key, and the endorsement key by which an organisation knows its TPM.
package struct NewMachineKey: Sendable, Equatable {
  package let key: StoredMachineKey
  /// The endorsement key of one of the kinds, which its length tells.
  package let endorsementKey: [UInt8]

  package init?(_ key: StoredMachineKey, endorsementKey: [UInt8]) {
    guard EndorsementKeyKind.allCases.contains(where: { $0.size == endorsementKey.count }) else { return nil }
    (self.key, self.endorsementKey) = (key, endorsementKey)
  }
}

/// A part of the certificate of an endorsement key: no message has room for the whole.
package struct CertificatePart: Sendable, Equatable {
  /// The octets of the whole; zero where the TPM has none.
  package let size: UInt16
  package let octets: [UInt8]

  package static let lengths = 0...1024

  package init?(of size: UInt16, _ octets: [UInt8]) {
    guard octets.count <= min(Self.lengths.upperBound, Int(size)) else { return nil }
    (self.size, self.octets) = (size, octets)
  }
}

/// What an issuer gives to a machine that enrols: a secret that its TPM alone gives back.
package struct MachineCredential: Sendable, Equatable {
  package let key: StoredMachineKey
  /// TPMS_ID_OBJECT.
  package let object: [UInt8]
  /// TPMS_ECC_POINT, or what is encrypted with RSA.
  package let secret: [UInt8]

  package static let partLengths = 1...256
  package static let proofSize = 32

  package init?(_ key: StoredMachineKey, object: [UInt8], secret: [UInt8]) {
    guard Self.partLengths.contains(object.count), Self.partLengths.contains(secret.count) else { return nil }
    (self.key, self.object, self.secret) = (key, object, secret)
  }

  /// What the passcode is given for: each part after its length, as it is sent.
  package var octets: [UInt8] {
    [key.publicArea, key.privateArea, object, secret].flatMap { part in
      [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)] + part
    }
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
