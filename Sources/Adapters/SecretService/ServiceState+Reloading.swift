// SPDX-License-Identifier: Apache-2.0
import MessageBus
import SecretServiceModel

// What others than this service change in the keychain: the owner in the console, and a restored backup.

extension ServiceState {
  /// The maximum number of changes that are told one by one, because a bus has room for so many signals. Of more it is only said
  /// that the lists differ.
  private static let mostTold = 64

  /// Reads all again, and says what is another. Before the first unlock nothing is known that could be.
  mutating func loadAgain() throws(SecretFailure) {
    guard isKnown else { return }
    let (before, names, told, locks) = (index, order, told, lockedObjects())
    try load()
    self.told = told.filter { !index.isFree($0) }
    tellCollections(since: names)
    tellItems(since: before)
    tellLocks(since: locks)
  }

  private mutating func tellItems(since before: SecretIndex) {
    var changes: [(member: String, number: UInt64, collection: PathElement)] = []
    for name in order where name != .session {
      let now = Set(index.items(in: name))
      for number in before.items(in: name) where !now.contains(number) {
        changes.append(("ItemDeleted", number, name))
      }
      for number in index.items(in: name) {
        if before.collection(of: number) != name {
          changes.append(("ItemCreated", number, name))
        } else if before.record(number, in: name) != index.record(number, in: name) {
          changes.append(("ItemChanged", number, name))
        }
      }
    }
    guard changes.count <= Self.mostTold else { return tellLists() }
    for change in changes {
      announce(change.member, change.number, change.collection)
      guard change.member == "ItemChanged" else { continue }
      let item = SecretObject.item(change.number, in: change.collection).path
      tell(.item, item, [:], invalidated: ["Label", "Attributes", "Modified"])
    }
  }
}
