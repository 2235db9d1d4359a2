// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Keybag
import RootKey
import SystemCalls

/// The keybags that benchmarks measure with, in their own process.
enum InstanceKeys {
  /// Makes a keybag as an enclave makes it, in files of a folder that have no name.
  ///
  /// - Throws: `SystemError` where the folder takes no file; the errors of `Keybag.open` and of `KeyFileRootKey`.
  static func make(below folder: String) throws -> Keybag {
    func file() throws -> FileDescriptor { try .open(folder, OpenFlag.temporary | O_RDWR, mode: 0o600) }
    return try Keybag.open(
      KeybagEnvironment(
        keybag: FileStore(try file()), effaceable: FileStore(try file()),
        root: try KeyFileRootKey(in: try file(), blankFile: .getsNewKey)))
  }

  /// Opens the keybag of the instance in a folder, which has stopped, and whose root key is in a file.
  ///
  /// - Throws: `SystemError` where a file of the enclave's cannot be opened; the errors of `Keybag.open` and of
  ///   `KeyFileRootKey` where what is in it does not count.
  static func open(ofInstanceIn home: String) throws -> Keybag {
    let folder = try FileDescriptor.open("\(home)/enclave", O_RDONLY | O_DIRECTORY)
    return try Keybag.open(
      KeybagEnvironment(
        keybag: FileStore(try folder.open("keybag", O_RDWR)),
        effaceable: FileStore(try folder.open("effaceable", O_RDWR)),
        root: try KeyFileRootKey(in: try folder.open("root.key", O_RDWR), blankFile: .isRefused)))
  }
}
