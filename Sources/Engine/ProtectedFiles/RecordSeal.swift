// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The end of every record kept in an extended attribute: 16 bytes of HMAC-SHA256 over a label and what comes before.
enum RecordSeal {
  static let size = 16
  /// Holds the record of a file or directory in the store.
  static let attribute = "user.bailey"

  enum Label: UInt8 { case file = 1, directory, epochs }

  static func sealed(_ record: [UInt8], _ label: Label, _ keys: VolumeKeys) -> [UInt8] {
    record + tag(of: record, label, keys)
  }

  /// The record without its seal; nil if it does not fit.
  static func opened(_ bytes: [UInt8], _ label: Label, _ keys: VolumeKeys) -> [UInt8]? {
    guard bytes.count > size else { return nil }
    let record = Array(bytes.dropLast(size))
    let found = Array(bytes.suffix(size))
    return equalInConstantTime(found.span, tag(of: record, label, keys).span) ? record : nil
  }

  private static func tag(of record: [UInt8], _ label: Label, _ keys: VolumeKeys) -> [UInt8] {
    let message = [label.rawValue] + record
    return Array(HMACSHA256.authenticate(message.span, key: keys.records).prefix(size))
  }
}
