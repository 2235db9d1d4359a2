// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

// MARK: - Of a mount that this process serves

extension MountPoint {
  /// Writes what programs have changed through mappings, and unmounts unless something is still in use.
  func unmountServed() -> UnmountOutcome {
    do throws(SystemError) {
      writeOut()
      try unmount(.whenUnused)
      return .done
    } catch {
      return .busy
    }
  }

  func writeOut() {
    if let root = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) { try? root.syncFileSystem() }
  }

  /// Lets all that the kernel waits for here fail, by its control files or by the force that root has.
  func abort() -> Mount.Abortion {
    if let entry = try? MountTable.current().entry(at: path),
      let control = try? FileDescriptor.open("/sys/fs/fuse/connections/\(entry.minor)/abort", O_WRONLY),
      (try? control.write([UInt8(ascii: "1")].span)) != nil
    {
      return .cutOff
    }
    do throws(SystemError) { try unmount(.byForce) } catch { return error.code == EBUSY ? .cutOff : .notPermitted }
    return .cutOff
  }

  /// Throws unless the filesystem answers.
  func checkAnswer(within timeout: Duration) throws(SystemError) {
    switch condition(within: timeout) {
    case .answers: return
    case .disconnected: throw SystemError(.mount, code: ENOTCONN)
    case .silent: throw SystemError(.mount, code: ETIMEDOUT)
    }
  }

  /// Lets the kernel read further ahead than its default of 128 KiB: each piece it asks for costs a round trip.
  ///
  /// Only root may say so; without it reading in order is a tenth slower, so nothing is made of a refusal.
  func raiseReadAhead() {
    guard let root = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), let device = try? root.status().st_dev,
      let setting = try? FileDescriptor.open(
        "/sys/class/bdi/\(device >> 8 & 0xFFF):\(device & 0xFF | device >> 12 & 0xFFF00)/read_ahead_kb", O_WRONLY)
    else { return }
    try? setting.write(Array("1024\n".utf8).span)
  }
}
