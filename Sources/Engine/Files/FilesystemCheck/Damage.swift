// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// The damage that a check found in an entry of the store.
package enum Damage: Sendable, Equatable {
  /// Neither copy of the header can be used: the file's key is gone.
  case header
  /// A copy of the header is damaged, or was left as it was before a change of class; the other serves.
  case headerCopy
  /// The enclave refuses the wrapped key as forged or damaged.
  case key
  /// The record is missing, was changed, or is another file's: size and names are unknown.
  case record
  case contents(damagedBlocks: Int)
  /// The authentic size, and how much is there.
  case size(expected: Int, found: Int)
  /// The stored name does not authenticate.
  case name
  /// The file is whole, but was never given the name it was found under, or never put into that folder.
  case misplaced
  /// The folder's record is missing or was changed: the names in it cannot be read.
  case folderRecord
  /// The target of a symbolic link does not authenticate, or is missing.
  case link
  /// Extended attributes that do not authenticate, by their stored names.
  case attributes([String])
  case stray(Stray)
  /// The disk would not give it.
  case unreadable(SystemError)

  /// A stray entry that no program can see.
  package enum Stray: Sendable, Equatable {
    /// A file whose creation a crash cut short.
    case unfinishedFile
    case unfinishedFolder
    /// The sealed name of an entry that is not there.
    case sidecar
    /// A log of blocks of a file that is not there.
    case log
    /// The target of a symbolic link that is not there.
    case target
    /// The entry is none that Bailey writes.
    case foreign
  }
}

/// The outcome of a repair for one finding.
package enum DamageOutcome: Sendable, Equatable {
  case found
  case repaired
  /// The readable parts of the file are in the folder `lost+found`.
  case salvaged
  /// Nothing of it can be read. The backing file was moved to the store's own `lost`.
  case setAside
}

/// A defect of an entry.
package struct DamageReport: Sendable, Equatable {
  package let damage: Damage
  package let outcome: DamageOutcome
  /// The path that programs see. Where a name in it cannot be read, the path in the backing folder.
  package let path: [UInt8]
}

package enum CheckEvent: Sendable, Equatable {
  case progress(done: Int, total: Int)
  case damage(DamageReport)
}

package struct CheckSummary: Sendable, Equatable {
  /// Entries looked at: files, folders and links.
  package var checked = 0
  /// How many of them had something wrong, including what belongs to no entry.
  package var damaged = 0
  /// How many of those have nothing wrong any more.
  package var repaired = 0
  /// Files whose contents could not be checked, because the lock state withholds the key.
  package var unchecked = 0

  package init(checked: Int = 0, damaged: Int = 0, repaired: Int = 0, unchecked: Int = 0) {
    self.checked = checked
    self.damaged = damaged
    self.repaired = repaired
    self.unchecked = unchecked
  }
}

/// Why a store could not be checked to the end.
package enum CheckError: Error, Sendable, Equatable {
  /// Nothing in it belongs to these keys.
  case notThisStore
  case enclaveGone
  case system(SystemError)
}
