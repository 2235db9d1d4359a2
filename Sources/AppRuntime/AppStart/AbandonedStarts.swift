// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Mounts
import Processes
import SystemCalls

/// The remains of a `bailey-run` that was killed: files and folders that bear its number, and `bwrap` where that was
/// about to begin. It waits for its own parent then, has nothing of the app, and would wait for good.
enum AbandonedStarts {
  /// Removes those whose `bailey-run` is gone. A number that another process has by now is looked at again next time.
  static func clear(_ folder: borrowing FileDescriptor, at path: String) {
    var left: [String] = []
    try? folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      let parts = name.split(separator: ".")
      if parts.count >= 3, let process = Int32(parts[0]), !isThere(process) { left.append(name) }
      return .proceed
    }
    guard !left.isEmpty else { return }
    end(startsOf: Set(left.map { String($0.split(separator: ".")[1]) }))
    for name in left { try? remove(name, folder, at: path) }
  }

  private static func isThere(_ process: Int32) -> Bool {
    (try? FileDescriptor.open("/proc/\(process)", OpenFlag.path | O_DIRECTORY)) != nil
  }

  private static func remove(_ name: String, _ folder: borrowing FileDescriptor, at path: String) throws(SystemError) {
    do throws(SystemError) { try folder.unlink(name) } catch {
      guard error.code == EISDIR || error.code == EPERM else { throw error }
      do throws(SystemError) { try folder.removeDirectory(name) } catch {
        // It was killed between making a mount and hiding it: nobody serves that any more.
        try MountPoint("\(path)/\(name)").unmount(.atOnce)
        try folder.removeDirectory(name)
      }
    }
  }

  /// Processes of `bwrap` that were started with one of these marks.
  private static func end(startsOf marks: Set<String>) {
    guard let processes = try? FileDescriptor.open("/proc", O_RDONLY | O_DIRECTORY) else { return }
    try? processes.forEachEntry { entry in
      guard let number = Int32(String(decoding: entry.name, as: UTF8.self)),
        let process = try? ProcessHandle(process: number),
        let words = try? processes.open("\(number)/cmdline", O_RDONLY),
        let bytes = try? words.readToEnd(atMost: 1 << 20)
      else { return .proceed }
      let arguments = bytes.split(separator: 0, maxSplits: 3).map { String(decoding: $0, as: UTF8.self) }
      if arguments.count > 2, arguments[0] == AppStart.bubblewrap, marks.contains(arguments[2]) {
        try? process.send(SIGKILL)
      }
      return .proceed
    }
  }
}
