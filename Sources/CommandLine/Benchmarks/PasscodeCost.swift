// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import Keybag
import RootKey
import SystemCalls

/// How long Argon2id alone takes on this machine, with the parameters of an instance's keybag.
enum PasscodeCost {
  /// The durations of three derivations in milliseconds. The instance must have stopped.
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
