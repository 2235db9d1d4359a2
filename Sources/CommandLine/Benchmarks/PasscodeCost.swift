// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import Keybag
import RootKey
import SystemCalls

/// The time of Argon2id alone on this machine, with the parameters of an instance's keybag: the part of an unlock that is
/// meant to take long.
enum PasscodeCost {
  /// Measures three derivations of a key from a passcode, one after the other.
  ///
  /// - Parameter home: The folder of an instance whose root key is in a file. It must have stopped, because its keybag is
  ///   opened here.
  /// - Returns: The durations in milliseconds.
  /// - Throws: `SystemError` where a file of the enclave's cannot be opened; the errors of `Keybag.open` and of
  ///   `KeyFileRootKey` where what is in it does not count.
  static func milliseconds(ofInstanceIn home: String) throws -> [Double] {
    let folder = try FileDescriptor.open("\(home)/enclave", O_RDONLY | O_DIRECTORY)
    let keybag = try Keybag.open(
      KeybagEnvironment(
        keybag: FileStore(try folder.open("keybag", O_RDWR)),
        effaceable: FileStore(try folder.open("effaceable", O_RDWR)),
        root: try KeyFileRootKey(in: try folder.open("root.key", O_RDWR), blankFile: .isRefused)))
    defer { keybag.close() }
    return (0..<3).map { _ in Double(Argon2id.milliseconds(keybag.stretching)) }
  }
}
