// SPDX-License-Identifier: Apache-2.0
import TPMStructures

/// TPMS_ATTEST with a certified object (TPM 2.0 Library, part 2, 10.12.8 and 10.12.3): what TPM2_Certify signs.
struct TPMCertification {
  /// The data that the caller asked to be signed with it.
  let extraData: [UInt8]
  /// The name of the certified object.
  let name: [UInt8]

  private static let magic = 0xFF54_4347
  private static let certify = 0x8017
  /// Clock, two counts, whether the clock is safe; and the firmware's version.
  private static let clockAndFirmware = 17 + 8

  /// Reads a certification; nil for bytes that no TPM has made, or that are about something else. Clock, firmware and
  /// the signer's name are ignored, whatever they are.
  init?(_ bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    guard reader.number32() == Self.magic, reader.number16() == Self.certify, reader.sized() != nil,
      let extraData = reader.sized(), reader.skip(Self.clockAndFirmware), let name = reader.sized(),
      reader.sized() != nil, reader.isAtEnd
    else { return nil }
    self.extraData = extraData
    self.name = name
  }
}
