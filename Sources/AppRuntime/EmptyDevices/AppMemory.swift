// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import SystemCalls

/// The memory of an app's process: some `ioctl` commands name a buffer by its address in it.
///
/// A process is named by a number, which comes to mean another one when it has ended. Its folder in `/proc` does not: what is
/// not in the app's own namespace of processes is left alone.
struct AppMemory: ~Copyable {
  private let memory: FileDescriptor

  init(of process: Int32, in namespaces: Set<[UInt8]>) throws(FileError) {
    guard process > 0, let folder = try? FileDescriptor.open("/proc/\(process)", OpenFlag.path | O_DIRECTORY),
      let namespace = try? folder.symbolicLinkTarget(Self.namespace), namespaces.contains(namespace),
      let memory = try? folder.open("mem", O_RDWR)
    else { throw FileError(EFAULT) }
    self.memory = memory
  }

  private static let namespace = "ns/pid"

  static func namespace(of process: Int32) throws(SystemError) -> [UInt8] {
    try FileDescriptor.open("/proc/\(process)", OpenFlag.path | O_DIRECTORY).symbolicLinkTarget(namespace)
  }

  func read(_ count: Int, at address: UInt64) throws(FileError) -> KernelRecord {
    guard let offset = Int(exactly: address), let bytes = try? memory.read(count: count, at: offset),
      bytes.count == count
    else { throw FileError(EFAULT) }
    return KernelRecord(bytes)
  }

  func write(_ bytes: [UInt8], at address: UInt64) throws(FileError) {
    guard let offset = Int(exactly: address) else { throw FileError(EFAULT) }
    do throws(SystemError) { try memory.write(bytes.span, at: offset) } catch { throw FileError(EFAULT) }
  }
}
