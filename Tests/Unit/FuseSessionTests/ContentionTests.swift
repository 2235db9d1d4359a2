// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import PlainFilesystems
import SystemCalls
import Testing

/// Programs that ask at the same time are served by threads that wait in `read(2)`, which O_NONBLOCK tells. In processes
/// of their own, that the session's descriptor is the only one of its kind.
@Suite(.enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"))
struct ContentionTests {
  @Test func `A crowd begins and ends`() async throws {
    let path = try temporaryFolder()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let mount = try mountSlow(at: path)
      guard try !isContended() else { exit(1) }
      for _ in 0..<3 {
        let requesters = try Requesters(at: path)
        while try !isContended() { usleep(100) }
        requesters.end()
        while try isContended() { ask(path) }
      }
      mount.unmount()
    }
    #expect(unsafe rmdir(path) == 0)
  }

  /// Which need not stop asking for that.
  @Test func `A mount ends amid a crowd`() async throws {
    let path = try temporaryFolder()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let mount = try mountSlow(at: path)
      let requesters = try Requesters(of: 16, at: path)
      while try !isContended() { usleep(100) }
      mount.unmount()
      requesters.end()
    }
    #expect(unsafe rmdir(path) == 0)
  }

  /// A file that is in use keeps the connection: nothing but the session itself can call the threads back.
  @Test func `A mount in use ends while the threads of a crowd wait`() async throws {
    let path = try temporaryFolder()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let mount = try mountSlow(at: path)
      let file = try FileDescriptor.open(path + "/file", O_RDWR | O_CREAT, mode: 0o600)
      let requesters = try Requesters(at: path)
      while try !isContended() { usleep(100) }
      requesters.end()
      guard try isContended() else { exit(1) }
      mount.unmount()
      do throws(SystemError) { try file.write([1].span, at: 0) } catch { exit(error.code == ENOTCONN ? 0 : 2) }
      exit(3)
    }
    #expect(unsafe rmdir(path) == 0)
  }
}

/// Requests take long enough to meet others.
private func mountSlow(at path: String) throws -> Mount {
  let filesystem = MemoryFilesystem()
  filesystem.observe { $0.whenStatusAsked = { usleep(100) } }
  return try Mount(at: path, filesystem, MountOptions(name: "requesters", transport: .device))
}

private func isContended() throws -> Bool {
  let descriptors = try FileDescriptor.open("/proc/self/fd", O_RDONLY | O_DIRECTORY)
  for number in 0..<Int32(1024) {
    guard (try? descriptors.symbolicLinkTarget("\(number)")) == Array("/dev/fuse".utf8) else { continue }
    return fcntl(number, F_GETFL) & O_NONBLOCK == 0
  }
  throw SystemError(.open, code: ENOENT)
}
