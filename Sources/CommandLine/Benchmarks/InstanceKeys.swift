// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import RootKey
import SystemCalls

/// The keybag of an instance of a benchmark's own, which has stopped.
enum InstanceKeys {
  /// Opens the keybag of the instance in a folder, whose root key is in a file.
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
