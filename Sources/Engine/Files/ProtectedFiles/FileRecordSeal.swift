// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The end of every record kept in an extended attribute: 16 bytes of HMAC-SHA256 over a label and what comes before.
enum FileRecordSeal {
  static let size = 16
  /// Holds the record of a file or directory in the store.
  static let attribute = "user.bailey"

  enum Label: UInt8 { case file = 1, directory, epochs }

  static func seal(_ record: inout [UInt8], _ label: Label, _ keys: VolumeKeys) {
    record.append(contentsOf: tag(of: record, label, keys))
  }

  /// The record without its seal; nil if the seal does not fit it.
  static func opened(_ bytes: [UInt8], _ label: Label, _ keys: VolumeKeys) -> [UInt8]? {
    guard bytes.count > size else { return nil }
    let record = Array(bytes.dropLast(size))
    let tag = tag(of: record, label, keys)
    return equalInConstantTime(bytes.span.extracting(last: size), tag.span) ? record : nil
  }

  private static func tag(of record: [UInt8], _ label: Label, _ keys: VolumeKeys) -> ArraySlice<UInt8> {
    var message: [UInt8] = []
    message.reserveCapacity(1 + record.count)
    message.append(label.rawValue)
    message.append(contentsOf: record)
    return HMACSHA256.authenticate(message.span, key: keys.records).prefix(size)
  }
}
