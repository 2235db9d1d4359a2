// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Glibc
import Keybag
import LinuxSystem
import RootKey
import TrustedPlatformModule

/// The files of the enclave, open for good.
struct EnclaveFolder {
  let root: any RootKeyProvider
  private let keybagFile: FileStore
  private let effaceableFile: FileStore

  init(_ folder: borrowing FileDescriptor, tpm: TPMInterface?) throws(EnclaveStartError) {
    keybagFile = FileStore(try Self.fixedFile("keybag", in: folder, .alone))
    effaceableFile = FileStore(try Self.fixedFile("effaceable", in: folder, .shared))
    let stage: Keybag.Stage
    do { stage = try Keybag.stage(keybag: keybagFile, effaceable: effaceableFile) } catch { throw .keybag(error) }
    guard stage != .erased else { throw .keybag(.erased) }
    root = try Self.rootKey(in: folder, tpm, stage == .new ? .getsNewKey : .isRefused)
    try system { () throws(SystemError) in try folder.sync() }
  }

  func keybag(_ options: EnclaveOptions) throws(KeybagError) -> Keybag {
    try Keybag.open(
      KeybagEnvironment(
        keybag: keybagFile, effaceable: effaceableFile, root: root,
        policy: AttemptPolicy(tenthFailure: options.tenthFailure == .erases ? .erases : .waits)))
  }

  private enum Use { case alone, shared }

  /// Opens a file that only this user may read, and gives it its size at once: a full disk is found out here.
  private static func fixedFile(
    _ name: String, in folder: borrowing FileDescriptor, _ use: Use
  ) throws(EnclaveStartError) -> FileDescriptor {
    let file = try open(name, in: folder, .getsNewKey)
    let size = Keybag.fileSize
    try system { () throws(SystemError) in
      guard try file.status().st_size < size else { return }
      do { try file.allocate(mode: 0, offset: 0, count: size) } catch { try file.truncate(to: size) }
      try file.sync()
    }
    if use == .alone, !(try system { () throws(SystemError) in try file.tryLock() }) { throw .inUse }
    return file
  }

  /// A root key is made only where there is no keybag yet: for any other it would open nothing.
  private static func rootKey(
    in folder: borrowing FileDescriptor, _ tpm: TPMInterface?, _ blankFile: BlankFile
  ) throws(EnclaveStartError) -> any RootKeyProvider {
    let file: FileDescriptor
    do throws(EnclaveStartError) {
      file = try open(tpm == nil ? "root.key" : "root.tpm", in: folder, blankFile)
    } catch .system(let error) {
      throw .rootKey(.storage(error))
    }
    do throws(RootKeyError) {
      guard let tpm else { return try KeyFileRootKey(in: file, blankFile: blankFile) }
      let module: TrustedPlatformModule
      do {
        module = try TrustedPlatformModule(try tpm.open())
      } catch let error as TPMError {
        throw .tpm(error)
      } catch let error as SystemError {
        throw .storage(error)
      } catch {
        throw .damaged
      }
      return try TPMRootKey(in: file, sealedBy: module, blankFile: blankFile)
    } catch {
      throw .rootKey(error)
    }
  }

  private static func open(
    _ name: String, in folder: borrowing FileDescriptor, _ missing: BlankFile
  ) throws(EnclaveStartError) -> FileDescriptor {
    try system { () throws(SystemError) in
      try folder.open(name, O_RDWR | O_NOFOLLOW | (missing == .getsNewKey ? O_CREAT : 0), mode: 0o600)
    }
  }
}
