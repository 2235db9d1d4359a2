// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainModel
import LinuxSystem

/// The list of keychains as it is on the disk: what is changed is written first, and counts once it is there.
struct KeychainCatalog {
  private let folder: KeychainFolder
  private(set) var list: KeychainList
  /// Why what is on the disk cannot be read: nothing is made, deleted or written over it then.
  let defect: SystemError?

  /// An empty one where it cannot be read, under which the login keychain locks as early as any.
  init(in folder: KeychainFolder) {
    self.folder = folder
    do {
      (list, defect) = (try Self.read(folder), nil)
    } catch {
      var none = KeychainList()
      none.login = .new
      (list, defect) = (none, error)
    }
  }

  /// One that was being deleted when the process ended is not there any more; what cannot be told is.
  private static func read(_ folder: KeychainFolder) throws(SystemError) -> KeychainList {
    guard let bytes = try folder.readList() else { return KeychainList() }
    guard var list = try? KeychainList(encoded: bytes.span) else { throw SystemError(.read, code: EBADMSG) }
    for entry in list.entries {
      do {
        _ = try folder.open(entry.number).status(of: FileKeychains.storeName + PasswordKeys.ending)
        continue
      } catch {
        guard error.code == ENOENT else { continue }
      }
      list.entries.removeAll { $0.name == entry.name }
      try? folder.remove(entry.number)
    }
    return list
  }

  func has(_ name: KeychainName) -> Bool { list.entries.contains { $0.name == name } }

  func entry(_ name: KeychainName) throws(KeychainStatus) -> KeychainList.Entry {
    if let entry = list.entries.first(where: { $0.name == name }) { return entry }
    throw defect == nil ? .noSuchKeychain : .invalidKeychain
  }

  /// For a keychain that is to be made. Its number is not used again, also if it never comes to be.
  mutating func newEntry(
    _ name: KeychainName, _ settings: KeychainSettings
  ) throws(KeychainStatus) -> KeychainList.Entry {
    guard defect == nil else { throw .invalidKeychain }
    guard !has(name) else { throw .duplicateKeychain }
    guard name.isPlain else { throw .param }
    guard list.entries.count < KeychainList.mostKeychains else { throw .allocate }
    defer { list.nextNumber += 1 }
    return KeychainList.Entry(name: name, number: list.nextNumber, settings: settings)
  }

  mutating func change(_ body: (inout KeychainList) -> Void) throws(KeychainStatus) {
    guard defect == nil else { throw .invalidKeychain }
    var list = list
    body(&list)
    do { try folder.writeList(try list.encoded()) } catch { throw .inputOutput }
    self.list = list
  }
}
