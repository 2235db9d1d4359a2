// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import EnclaveMessages
import Files
import Foundation
import Glibc
import Keybag
import ProtectionModel
import RootKey
import SecretMemory
import SystemCalls
import Testing

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

/// The folders of an enclave under test, gone with the value.
final class EnclaveHome: Sendable {
  let path: String
  let folder: FileDescriptor
  let sockets: FileDescriptor

  /// With a keybag that was made beforehand and costs nothing to unlock, or none at all.
  init(_ keybag: Prepared = .keybag) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "enclave-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url.appending(path: "enclave"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: url.appending(path: "run"), withIntermediateDirectories: true)
    path = url.path
    folder = try FileDescriptor.open("\(url.path)/enclave", O_RDONLY | O_DIRECTORY)
    try folder.changeMode(to: 0o700)
    sockets = try FileDescriptor.open("\(url.path)/run", O_RDONLY | O_DIRECTORY)
    if keybag == .keybag { _ = try openKeybag() }
  }

  func bytes(of name: String) throws -> [UInt8] { try folder.open(name, O_RDONLY).read(count: 8192, at: 0) }

  enum Prepared { case keybag, nothing }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Made where there is none.
  func openKeybag() throws -> Keybag {
    let flags = O_RDWR | O_CREAT
    let root = try KeyFileRootKey(in: try folder.open("root.key", flags, mode: 0o600), blankFile: .getsNewKey)
    return try Keybag.open(
      KeybagEnvironment(
        keybag: FileStore(try folder.open("keybag", flags, mode: 0o600)),
        effaceable: FileStore(try folder.open("effaceable", flags, mode: 0o600)), root: root,
        stretching: { .smallest }))
  }
}
