// SPDX-License-Identifier: Apache-2.0
import Glibc
import ProtectedFiles
import SystemCalls

/// The file that tells which sizes are in doubt, as found and with anything inside an authentic seal: a record is taken at
/// its word or not at all, and a store that was closed stays as certain as it was.
package enum StoreEpochsTarget: FuzzTarget {
  package static let name = "StoreEpochs"

  package static func run(_ bytes: [UInt8]) {
    do {
      let folder = try FuzzFolder()
      defer { folder.remove() }
      for contents in [bytes, FormatSeal.epochs(bytes)] {
        let file = try folder.descriptor.open(StoreLayout.epochs, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
        try file.write(contents.span, at: 0)
        try use(bytes, in: folder)
      }
    } catch {
      preconditionFailure("no folder to work in: \(error)")
    }
  }

  private static func use(_ bytes: [UInt8], in folder: borrowing FuzzFolder) throws {
    let before = try StoreEpochs(lookingIn: folder.descriptor, FormatSeal.volume)
    let inUse = try StoreEpochs(in: folder.descriptor, FormatSeal.volume)
    for record in records(bytes) {
      let context = StoreContext(FormatSeal.volume, epochs: before)
      check(context.trusted(record), record)
      precondition(
        context.trusted(record) == StoreContext(FormatSeal.volume, epochs: inUse).trusted(record),
        "a look tells what a use finds")
    }
    try inUse.close()
    let after = try StoreEpochs(lookingIn: folder.descriptor, FormatSeal.volume)
    for record in records(bytes) { check(StoreContext(FormatSeal.volume, epochs: after).trusted(record), record) }
  }

  private static func records(_ bytes: [UInt8]) -> [FileRecord] {
    let number = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return [0, 1, 2, number, .max].compactMap { epoch in
      FileID([UInt8](repeating: 4, count: FileID.size)).map {
        FileRecord(id: $0, flags: [.settled, .synced], size: 5000, epoch: epoch, links: [])
      }
    }
  }

  private static func check(_ trusted: FileRecord, _ record: FileRecord) {
    let isInDoubt = trusted.size == 0 && trusted.flags == .synced && record.epoch != 0
    precondition(trusted == record || isInDoubt, "a record is certain or in doubt")
  }
}
