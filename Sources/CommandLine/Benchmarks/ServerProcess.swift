// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// A daemon whose arguments name a folder.
struct ServerProcess {
  let number: Substring

  init?(_ daemon: String, below folder: String) {
    guard let found = try? BenchmarkProgram.run("pgrep", ["-f", "\(daemon) .*\(folder)"]),
      let number = found.split(separator: "\n").first
    else { return nil }
    self.number = number
  }

  /// How requests for files reach the process.
  enum Transport: String, Sendable { case rings = "io_uring", device = "/dev/fuse" }

  /// The transport of a `bailey-fs`, told by the names of its threads.
  var transport: Transport? {
    let threads = "/proc/\(number)/task"
    guard let folder = try? FileDescriptor.open(threads, O_RDONLY | O_DIRECTORY) else { return nil }
    var transport = Transport.device
    try? folder.forEachEntry { entry in
      let path = "\(threads)/\(String(decoding: entry.name, as: UTF8.self))/comm"
      if let name = try? FileDescriptor.open(path, O_RDONLY).read(count: 64, at: 0),
        String(decoding: name, as: UTF8.self) == "fuse-ring\n"
      {
        transport = .rings
      }
      return .proceed
    }
    return transport
  }
}
