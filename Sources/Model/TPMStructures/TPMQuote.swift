// SPDX-License-Identifier: Apache-2.0

/// TPMS_ATTEST with a quote (TPM 2.0 Library, part 2, 10.12.8 and 10.12.4): what TPM2_Quote signs.
package struct TPMQuote: Sendable {
  /// The data that the caller asked to be signed with it.
  package let extraData: [UInt8]

  private static let magic = 0xFF54_4347
  private static let quote = 0x8018
  /// Clock, two counts, whether the clock is safe; and the firmware's version.
  private static let clockAndFirmware = 17 + 8
  private static let mostSelections = 16

  /// Reads a quote; nil for bytes that no TPM has made, or that are about something else. Clock, firmware, the signer's
  /// name and the registers are ignored, whatever they are.
  package init?(_ bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    guard reader.number32() == Self.magic, reader.number16() == Self.quote, reader.sized() != nil,
      let extraData = reader.sized(), reader.skip(Self.clockAndFirmware), let selections = reader.number32(),
      selections <= Self.mostSelections
    else { return nil }
    for _ in 0..<selections {
      guard reader.skip(2), let size = reader.take(1)?.first, reader.skip(Int(size)) else { return nil }
    }
    guard reader.sized() != nil, reader.isAtEnd else { return nil }
    self.extraData = extraData
  }
}
