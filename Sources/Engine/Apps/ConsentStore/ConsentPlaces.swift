// SPDX-License-Identifier: Apache-2.0
import SQLiteDatabase
import SealedRecords

/// The pieces beside the rows, by their numbers.
enum Piece: Int64 {
  case key = 1
  case head = 2
  case policy = 3
  /// The files that were handed to apps.
  case files = 4
  /// The time at which all answers were discarded: seconds since 1970. It is not sealed, because nothing is decided by
  /// it.
  case loss = 5
}

extension RecordPlace {
  private static let store = "bailey consent 1"

  static func row(_ number: Int64) -> RecordPlace { RecordPlace(in: store, kind: 1, number) }
  static var head: RecordPlace { RecordPlace(in: store, kind: 2) }
  static var policy: RecordPlace { RecordPlace(in: store, kind: 3) }
  static var files: RecordPlace { RecordPlace(in: store, kind: 4) }
}

extension RecordHead {
  /// Stores from before there were files that were handed over have none.
  func digest(_ policy: [UInt8], _ files: [UInt8]) -> [UInt8] {
    digest(with: [policy] + (files.isEmpty ? [] : [files]))
  }
}

extension DatabaseConnection {
  func put(_ bytes: [UInt8], _ piece: Piece) throws(SealedRecordsError) { try put(bytes, asPiece: piece.rawValue) }
}
