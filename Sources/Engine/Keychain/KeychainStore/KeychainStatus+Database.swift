// SPDX-License-Identifier: Apache-2.0
import ItemSealing
package import KeychainModel
package import SQLiteDatabase

/// SQLite's codes as statuses, as Apple's `SecErrorGetOSStatus` maps them.
extension KeychainStatus: DatabaseFailure {
  package init(_ error: DatabaseError) {
    switch error.kind {
    case .constraint: self = .duplicateItem
    case .readOnly: self = .readOnly
    case .mismatch: self = .noSuchAttribute
    case .noMemory: self = .allocate
    case .inputOutput: self = .inputOutput
    case .internalFailure: self = .internalComponent
    case .busy, .damaged, .full, .interrupted, .cannotOpen, .unexpectedType, .other: self = .notAvailable
    }
  }
}

/// Runs a body and turns the errors of the database into statuses.
func translating<Result>(_ body: () throws(DatabaseError) -> Result) throws(KeychainStatus) -> Result {
  do { return try body() } catch { throw KeychainStatus(error) }
}
