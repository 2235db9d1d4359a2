// SPDX-License-Identifier: Apache-2.0
import CTPM2

/// Constants of the TPM 2.0 Library, part 2, whose C form is a cast that Swift does not see.
enum TPMConstant {
  static let aes: UInt16 = 0x0006
  static let keyedHash: UInt16 = 0x0008
  static let sha256: UInt16 = 0x000B
  static let null: UInt16 = 0x0010
  static let ecc: UInt16 = 0x0023
  static let cfb: UInt16 = 0x0043
  static let p256: UInt16 = 0x0003
  static let hmacSession: UInt8 = 0x00
}

/// Part 2, section 8.3.
private enum ObjectAttribute {
  static let fixedTPM: UInt32 = 1 << 1
  static let fixedParent: UInt32 = 1 << 4
  static let sensitiveDataOrigin: UInt32 = 1 << 5
  static let userWithAuth: UInt32 = 1 << 6
  static let noDictionaryAttackProtection: UInt32 = 1 << 10
  static let restricted: UInt32 = 1 << 16
  static let decrypt: UInt32 = 1 << 17
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
