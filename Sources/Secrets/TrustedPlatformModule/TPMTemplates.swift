// SPDX-License-Identifier: Apache-2.0
import CTPM2

/// Constants of the TPM 2.0 Library, part 2, whose C form is a cast that Swift does not see.
enum TPMConstant {
  static let rsa: UInt16 = 0x0001
  static let aes: UInt16 = 0x0006
  static let keyedHash: UInt16 = 0x0008
  static let sha256: UInt16 = 0x000B
  static let null: UInt16 = 0x0010
  static let ecc: UInt16 = 0x0023
  static let cfb: UInt16 = 0x0043
  static let p256: UInt16 = 0x0003
  static let ecdsa: UInt16 = 0x0018
  static let hmacSession: UInt8 = 0x00
  static let policySession: UInt8 = 0x01
}

/// Part 2, section 8.3.
private enum ObjectAttribute {
  static let fixedTPM: UInt32 = 1 << 1
  static let fixedParent: UInt32 = 1 << 4
  static let sensitiveDataOrigin: UInt32 = 1 << 5
  static let userWithAuth: UInt32 = 1 << 6
  static let adminWithPolicy: UInt32 = 1 << 7
  static let noDictionaryAttackProtection: UInt32 = 1 << 10
  static let restricted: UInt32 = 1 << 16
  static let decrypt: UInt32 = 1 << 17
  static let sign: UInt32 = 1 << 18
}

/// Part 2, section 13.4.
private enum CounterAttribute {
  static let authWrite: UInt32 = 1 << 2
  static let counter: UInt32 = 1 << 4
  static let authRead: UInt32 = 1 << 18
  static let noDictionaryAttackProtection: UInt32 = 1 << 25
}

extension TPM2B_PUBLIC {
  /// A P-256 storage key as in the TCG's provisioning guidance: restricted, AES-128-CFB for what it protects.
  ///
  /// It has no passcode, so the TPM's lockout against guessing, which other software may set off, does not apply to it.
  static var storageKey: TPM2B_PUBLIC {
    var template = TPM2B_PUBLIC()
    template.publicArea.type = TPMConstant.ecc
    template.publicArea.nameAlg = TPMConstant.sha256
    template.publicArea.objectAttributes =
      ObjectAttribute.fixedTPM | ObjectAttribute.fixedParent | ObjectAttribute.sensitiveDataOrigin
      | ObjectAttribute.userWithAuth | ObjectAttribute.noDictionaryAttackProtection | ObjectAttribute.restricted
      | ObjectAttribute.decrypt
    unsafe template.publicArea.parameters.eccDetail.symmetric.algorithm = TPMConstant.aes
    unsafe template.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
    unsafe template.publicArea.parameters.eccDetail.symmetric.mode.aes = TPMConstant.cfb
    unsafe template.publicArea.parameters.eccDetail.scheme.scheme = TPMConstant.null
    unsafe template.publicArea.parameters.eccDetail.curveID = TPMConstant.p256
    unsafe template.publicArea.parameters.eccDetail.kdf.scheme = TPMConstant.null
    return template
  }

  /// The endorsement key on P-256 as makers of TPMs certify it (TCG EK Credential Profile 2.5, B.3.4, template L-2): each byte
  /// counts, because with another template it would be another key.
  static var endorsementKey: TPM2B_PUBLIC {
    var template = storageKey
    template.publicArea.objectAttributes =
      ObjectAttribute.fixedTPM | ObjectAttribute.fixedParent | ObjectAttribute.sensitiveDataOrigin
      | ObjectAttribute.adminWithPolicy | ObjectAttribute.restricted | ObjectAttribute.decrypt
    template.publicArea.authPolicy.size = UInt16(endorsementPolicy.count)
    unsafe withUnsafeMutableBytes(of: &template.publicArea.authPolicy.buffer) {
      unsafe $0.copyBytes(from: endorsementPolicy)
    }
    unsafe template.publicArea.unique.ecc.x.size = 32
    unsafe template.publicArea.unique.ecc.y.size = 32
    return template
  }

  /// The endorsement key of 2,048 bits (the same profile, B.3.3, template L-1).
  static var endorsementKeyRSA: TPM2B_PUBLIC {
    var template = endorsementKey
    template.publicArea.type = TPMConstant.rsa
    template.publicArea.parameters = TPMU_PUBLIC_PARMS()
    template.publicArea.unique = TPMU_PUBLIC_ID()
    unsafe template.publicArea.parameters.rsaDetail.symmetric.algorithm = TPMConstant.aes
    unsafe template.publicArea.parameters.rsaDetail.symmetric.keyBits.aes = 128
    unsafe template.publicArea.parameters.rsaDetail.symmetric.mode.aes = TPMConstant.cfb
    unsafe template.publicArea.parameters.rsaDetail.scheme.scheme = TPMConstant.null
    unsafe template.publicArea.parameters.rsaDetail.keyBits = 2048
    unsafe template.publicArea.unique.rsa.size = 256
    return template
  }

  /// PolicySecret of the endorsement hierarchy, with SHA-256 (the same profile, B.2).
  private static let endorsementPolicy: [UInt8] = [
    0x83, 0x71, 0x97, 0x67, 0x44, 0x84, 0xB3, 0xF8, 0x1A, 0x90, 0xCC, 0x8D, 0x46, 0xA5, 0xD7, 0x24, 0xFD, 0x52, 0xD7,
    0x6E,
    0x06, 0x52, 0x0B, 0x64, 0xF2, 0xA1, 0xDA, 0x1B, 0x33, 0x14, 0x69, 0xAA,
  ]

  /// A key on P-256 that signs nothing but what the TPM itself says.
  static var attestationKey: TPM2B_PUBLIC {
    var template = storageKey
    template.publicArea.objectAttributes =
      ObjectAttribute.fixedTPM | ObjectAttribute.fixedParent | ObjectAttribute.sensitiveDataOrigin
      | ObjectAttribute.userWithAuth | ObjectAttribute.noDictionaryAttackProtection | ObjectAttribute.restricted
      | ObjectAttribute.sign
    unsafe template.publicArea.parameters.eccDetail.symmetric = TPMT_SYM_DEF_OBJECT()
    unsafe template.publicArea.parameters.eccDetail.symmetric.algorithm = TPMConstant.null
    unsafe template.publicArea.parameters.eccDetail.scheme.scheme = TPMConstant.ecdsa
    unsafe template.publicArea.parameters.eccDetail.scheme.details.ecdsa.hashAlg = TPMConstant.sha256
    return template
  }

  /// Data that this TPM alone gives back, under this parent alone.
  static var sealedData: TPM2B_PUBLIC {
    var template = TPM2B_PUBLIC()
    template.publicArea.type = TPMConstant.keyedHash
    template.publicArea.nameAlg = TPMConstant.sha256
    template.publicArea.objectAttributes =
      ObjectAttribute.fixedTPM | ObjectAttribute.fixedParent | ObjectAttribute.userWithAuth
      | ObjectAttribute.noDictionaryAttackProtection
    unsafe template.publicArea.parameters.keyedHashDetail.scheme.scheme = TPMConstant.null
    return template
  }
}

extension TPMT_SYM_DEF {
  static var aes128CFB: TPMT_SYM_DEF {
    var cipher = TPMT_SYM_DEF()
    cipher.algorithm = TPMConstant.aes
    unsafe cipher.keyBits.aes = 128
    unsafe cipher.mode.aes = TPMConstant.cfb
    return cipher
  }
}

extension TPM2B_NV_PUBLIC {
  /// Eight bytes that can only be counted up.
  static func counter(at index: UInt32) -> TPM2B_NV_PUBLIC {
    var area = TPM2B_NV_PUBLIC()
    area.nvPublic.nvIndex = index
    area.nvPublic.nameAlg = TPMConstant.sha256
    area.nvPublic.attributes =
      CounterAttribute.authWrite | CounterAttribute.authRead | CounterAttribute.counter
      | CounterAttribute.noDictionaryAttackProtection
    area.nvPublic.dataSize = 8
    return area
  }
}

// Values that a caller gives, each no longer than the TPM takes; nil for a longer one.

extension TPM2B_ID_OBJECT {
  init?(_ bytes: [UInt8]) {
    self.init()
    guard bytes.count <= MemoryLayout.size(ofValue: credential) else { return nil }
    size = UInt16(bytes.count)
    unsafe withUnsafeMutableBytes(of: &credential) { unsafe $0.copyBytes(from: bytes) }
  }
}

extension TPM2B_ENCRYPTED_SECRET {
  init?(_ bytes: [UInt8]) {
    self.init()
    guard bytes.count <= MemoryLayout.size(ofValue: secret) else { return nil }
    size = UInt16(bytes.count)
    unsafe withUnsafeMutableBytes(of: &secret) { unsafe $0.copyBytes(from: bytes) }
  }
}

extension TPM2B_DATA {
  init?(_ bytes: [UInt8]) {
    self.init()
    guard bytes.count <= MemoryLayout.size(ofValue: buffer) else { return nil }
    size = UInt16(bytes.count)
    unsafe withUnsafeMutableBytes(of: &buffer) { unsafe $0.copyBytes(from: bytes) }
  }
}
