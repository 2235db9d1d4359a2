// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles

/// Records of files and directories, as found and with anything inside an authentic seal.
package enum FileRecordsTarget: FuzzTarget {
  package static let name = "FileRecords"

  package static func run(_ bytes: [UInt8]) {
    precondition((try? FileRecord(bytes, FormatSeal.volume)) == nil || isSealed(bytes, FormatSeal.fileRecord))
    precondition((try? DirectoryRecord(bytes, FormatSeal.volume)) == nil || isSealed(bytes, FormatSeal.directoryRecord))
    let sealed = FormatSeal.fileRecord(bytes)
    if let record = try? FileRecord(sealed, FormatSeal.volume) {
      precondition((try? FileRecord(record.encoded(FormatSeal.volume), FormatSeal.volume)) == record)
      precondition(record.size >= 0 && BlockLayout.backingSize(ofPlain: record.size) >= record.size)
    }
    precondition((try? DirectoryRecord(sealed, FormatSeal.volume)) == nil, "one kind of record is not another")
    if let record = try? DirectoryRecord(FormatSeal.directoryRecord(bytes), FormatSeal.volume) {
      precondition(record.encoded(FormatSeal.volume) == FormatSeal.directoryRecord(bytes), "a record has one encoding")
    }
  }

  private static func isSealed(_ bytes: [UInt8], _ seal: ([UInt8]) -> [UInt8]) -> Bool {
    seal(bytes.dropLast(16)) == bytes
  }
}
