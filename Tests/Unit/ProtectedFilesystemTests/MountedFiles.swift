// SPDX-License-Identifier: Apache-2.0
import DirectFiles
import Events
import Files
import FuseSession
import Glibc
import ProtectedFiles
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import SystemCalls
import TemporaryFolder

/// A mounted store whose class keys a test drives, for as long as the value lives.
final class MountedFiles {
  let keys: FakeClassKeys
  let filesystem: ProtectedFilesystem
  let mount: Mount
  let backing: TemporaryFolder
  private let mountPoint: TemporaryFolder

  static var isPossible: Bool { unsafe access("/dev/fuse", R_OK | W_OK) == 0 }

  init(
    _ state: LockState = .unlocked, over backing: TemporaryFolder? = nil,
    containerDefault: ProtectionClass = .completeUntilFirstUserAuthentication
  ) throws {
    self.backing = try backing ?? TemporaryFolder(mode: 0o755)
    mountPoint = try TemporaryFolder(mode: 0o755)
    keys = FakeClassKeys(state)
    let store = try FileStore(at: self.backing.path, VolumeKeys(volumeKey: keys.volumeKey()))
    filesystem = try ProtectedFilesystem(
      store, FakeFileKeys(keys: keys), state, containerDefault: containerDefault)
    var options = MountOptions(name: "tests", lifetimes: ProtectedFilesystem.lifetimes)
    options.accessLists = .ofFilesystem
    mount = try Mount(at: mountPoint.path, filesystem, options)
  }

  deinit {
    mount.unmount()
    filesystem.close()
  }

  var folder: String { mountPoint.path }

  /// Ends this mount; the same store, mounted again by what might be another process.
  func restarted(_ state: LockState) throws -> MountedFiles {
    mount.unmount()
    filesystem.close()
    return try MountedFiles(state, over: backing)
  }

  /// The full path of a name.
  func callAsFunction(_ name: String) -> String { folder + "/" + name }

  /// Moves to a state the way the enclave does. Before first unlock there is a new mount, as after a restart.
  func move(to state: LockState) {
    switch state {
    case .locked:
      keys.beginLocking()
      filesystem.lock(mount)
      keys.move(to: .locked)
    case .unlocked:
      keys.move(to: .unlocked)
      filesystem.unlock()
    case .grace: keys.move(to: .grace)
    case .beforeFirstUnlock: preconditionFailure("restart instead")
    }
  }

  /// What the service does while locked; whether there was anything to do.
  func invalidateStaleNodes() throws -> Bool {
    let ready = try Poll.readable([filesystem.stale.descriptor], within: .seconds(60))
    filesystem.invalidateStaleNodes(mount)
    return ready == [true]
  }

  /// A file of a class.
  func make(_ name: String, _ protection: ProtectionClass, _ contents: [UInt8] = Array("secret".utf8)) throws {
    let file = try FileDescriptor.open(self(name), O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    try file.setExtendedAttribute("user.bailey.protection", to: Array(protection.attributeValue.utf8).span)
    try file.write(contents.span, at: 0)
  }

  func makeFolder(_ name: String, _ protection: ProtectionClass) throws {
    let root = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    try root.makeDirectory(name, mode: 0o755)
    try root.setExtendedAttribute(
      "user.bailey.protection", of: name, to: Array(protection.attributeValue.utf8).span)
  }

  func root() throws(SystemError) -> FileDescriptor { try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY) }
}

/// The errno a call failed with, 0 if it did not.
func outcome(_ body: () throws(SystemError) -> Void) -> Int32 {
  do {
    try body()
    return 0
  } catch {
    return error.code
  }
}
