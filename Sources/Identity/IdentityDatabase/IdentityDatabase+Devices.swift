// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements

// MARK: - Bits of devices

extension IdentityDatabase {
  package func deviceBits(ofTeam team: String, on endorsement: [UInt8]) throws(IdentityStoreError) -> DeviceBits? {
    try read { connection throws(IdentityStoreError) in
      let sql = "SELECT bit0, bit1, month FROM device_bits WHERE team=? AND endorsement=?"
      return try connection.row(sql, [.text(team), .bytes(endorsement)]) { row throws(SQLError) in
        DeviceBits(bit0: try row.integer(0) == 1, bit1: try row.integer(1) == 1, month: try row.text(2))
      }
    }
  }

  package func set(_ bits: DeviceBits, ofTeam team: String, on endorsement: [UInt8]) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change(
        """
        INSERT INTO device_bits VALUES(?,?,?,?,?) ON CONFLICT(team, endorsement) DO UPDATE SET
          bit0=excluded.bit0, bit1=excluded.bit1, month=excluded.month
        """,
        [
          .text(team), .bytes(endorsement), .number(bits.bit0 ? 1 : 0), .number(bits.bit1 ? 1 : 0), .text(bits.month),
        ])
    }
  }
}

extension Schema {
  /// The tables of devices by endorsement key: a machine that is removed and added again is the same device.
  static let devices = [
    """
    CREATE TABLE device_bits(team TEXT NOT NULL, endorsement BLOB NOT NULL, bit0 INTEGER NOT NULL, bit1 INTEGER NOT NULL,
      month TEXT NOT NULL, PRIMARY KEY(team, endorsement)) STRICT
    """,
    // Until when a receipt of the key can be exchanged, as far as is known.
    "CREATE TABLE key_uses(id BLOB PRIMARY KEY, until INTEGER NOT NULL) STRICT",
  ]
}
