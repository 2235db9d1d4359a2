// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import KeychainModel
import SystemCalls

/// The list of keychains as it is on the disk. A change is written first, and takes effect once it is on the disk.
struct KeychainCatalog {
  private let folder: KeychainFolder
  private(set) var list: KeychainList
  /// Why the list on the disk cannot be read, otherwise nil. It is not overwritten then, and no keychain is created or
  /// deleted.
  let defect: SystemError?

  /// Reads the list of keychains. If it cannot be read, it is taken as empty, and the login keychain gets the settings
  /// of a new keychain, so that it does lock by itself.
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

  /// Leaves out keychains whose deletion was interrupted: their password record is gone. On any other error, assume that
  /// the keychain exists.
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
      // May fail: the folder cannot be opened without its password record, and the next start tries again.
      try? folder.remove(entry.number)
    }
    return list
  }

  func has(_ name: KeychainName) -> Bool { list.entries.contains { $0.name == name } }

  func entry(_ name: KeychainName) throws(KeychainStatus) -> KeychainList.Entry {
    if let entry = list.entries.first(where: { $0.name == name }) { return entry }
    throw defect == nil ? .noSuchKeychain : .invalidKeychain
  }

  /// An entry for a new keychain. Its number is not used again, even if the keychain is not created.
  mutating func newEntry(
    _ name: KeychainName, _ settings: KeychainSettings
  ) throws(KeychainStatus) -> KeychainList.Entry {
    guard defect == nil else { throw .invalidKeychain }
    guard !has(name) else { throw .duplicateKeychain }
    guard name.isPlain else { throw .param }
    guard list.entries.count < KeychainList.maximumKeychains else { throw .allocate }
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
