// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
package import SystemCalls

/// A mount of empty devices for one start of an app, served by this process for as long as it runs.
package final class EmptyDeviceMount: Sendable {
  let devices: EmptyDevices
  private let mount: Mount
  private let root: FileDescriptor

  /// Mounts the devices for a moment at this path, which must not exist: nobody else finds them, and nothing is left
  /// there if this process is killed.
  package init(by folder: String) throws(SystemError) {
    try FileDescriptor.makeFolders(folder, mode: 0o700)
    defer { Self.remove(folder) }
    devices = EmptyDevices()
    mount = try Mount(at: folder, devices, Self.options)
    root = try FileDescriptor.open(folder, OpenFlag.path | O_DIRECTORY)
    try mount.detach()
  }

  /// The options of the mount. The kernel may cache attributes for ever, so that nothing here waits for this very
  /// process to answer.
  private static let options = MountOptions(
    name: "bailey-empty", workers: 4, transport: .device, lifetimes: CacheLifetimes(attributes: 1e9, names: 1e9))

  private static func remove(_ folder: String) {
    // It is empty, or still a mount that could not be taken away: then the next start finds another name.
    let path = SplitPath(folder)
    try? FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY).removeDirectory(path.name)
  }

  /// Opens one for a process that waits for it. What is heard is written into the memory of processes of its namespace alone.
  package func open(_ device: EmptyDevice, _ flags: Int32, for process: Int32) throws(SystemError) -> FileDescriptor {
    let namespace = try AppMemory.namespace(of: process)
    // A number that means one of the machine's own processes by now is none of the app's.
    if try namespace != AppMemory.namespace(of: getpid()) { devices.admit(namespace) }
    return try open(device, flags)
  }

  func open(_ device: EmptyDevice, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    try root.open(device.name, flags)
  }
}
