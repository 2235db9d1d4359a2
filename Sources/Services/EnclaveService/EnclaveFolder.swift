// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Keybag
import RootKey
import SystemCalls
import TrustedPlatformModule

/// The files of the enclave, open for good.
struct EnclaveFolder {
  let root: any RootKeyProvider
  private let keybagFile: FileStore
  private let effaceableFile: FileStore

  init(_ folder: borrowing FileDescriptor, _ options: EnclaveOptions) throws(EnclaveStartError) {
    let tpm = options.tpm
    let keybag = try Self.fileThatIsThere(.keybag, in: folder)
    let effaceable = try Self.fileThatIsThere(.effaceable, in: folder)
    let stage: Keybag.Stage
    do { stage = try Keybag.stage(keybag: keybag, effaceable: effaceable) } catch { throw .keybag(error) }
    if stage == .erased {
      // On any error of the root key, finish without it: the mark is durable, and nothing opens without the effaceable key.
      Keybag.finishErasing(keybag: keybag, root: try? Self.rootKey(in: folder, tpm, .isRefused))
      throw .keybag(.erased)
    }
    // Refuse to make new keys: they would open none of the existing files, and hide that the old keys are lost.
    if stage == .new, options.firstKeys == .areRefused { throw .noKeys }
    keybagFile = if let keybag { keybag } else { try Self.file(.keybag, in: folder, .getsNewKey) }
    effaceableFile = if let effaceable { effaceable } else { try Self.file(.effaceable, in: folder, .getsNewKey) }
    root = try Self.rootKey(in: folder, tpm, stage == .new ? .getsNewKey : .isRefused)
    try system { () throws(SystemError) in try folder.sync() }
  }

  func keybag(_ options: EnclaveOptions) throws(KeybagError) -> Keybag {
    try Keybag.open(
      KeybagEnvironment(
        keybag: keybagFile, effaceable: effaceableFile, root: root, limits: options.limits))
  }

  private static func fileThatIsThere(
    _ name: KeybagFile, in folder: borrowing FileDescriptor
  ) throws(EnclaveStartError) -> FileStore? {
    do throws(EnclaveStartError) {
      return try file(name, in: folder, .isRefused)
    } catch .system(let error) where error.code == ENOENT {
      return nil
    }
  }

  /// Opens a file that only this user may read, and gives it its size at once: a full disk is found out here.
  private static func file(
    _ name: KeybagFile, in folder: borrowing FileDescriptor, _ missing: BlankFile
  ) throws(EnclaveStartError) -> FileStore {
    let file = try open(name.rawValue, in: folder, missing)
    let size = Keybag.fileSize
    try system { () throws(SystemError) in
      guard try file.status().st_size < size else { return }
      do { try file.allocate(mode: 0, offset: 0, count: size) } catch { try file.truncate(to: size) }
      try file.sync()
    }
    if name == .keybag, !(try system { () throws(SystemError) in try file.tryLock() }) { throw .inUse }
    return FileStore(file)
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
        module = try TrustedPlatformModule.connected(to: tpm, by: try tpm.open())
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
