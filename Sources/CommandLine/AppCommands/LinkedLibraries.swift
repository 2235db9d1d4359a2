// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Processes
import SystemCalls

/// The libraries that an app's bundle has to have.
enum LinkedLibraries {
  /// What the executable is linked with and the sandbox does not have: the toolchain's libraries, and the package's own.
  static func add(
    of executable: String, to bundle: borrowing FileDescriptor
  ) throws(SystemError) {
    let answer = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    var plan = ChildPlan(path: "/usr/bin/env", arguments: ["ldd", executable])
    plan.output = answer.raw
    // A static executable has none, which `ldd` calls a failure.
    guard try ChildProcess.start(plan).wait() == .exited(0) else { return }
    let text = String(decoding: try answer.read(count: 1 << 20, at: 0), as: UTF8.self)
    let paths = text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("/") && !isInSandbox($0) }.map(String.init)
    }
    guard !paths.isEmpty else { return }
    try bundle.makeDirectory("Frameworks", mode: 0o755)
    let frameworks = try bundle.open("Frameworks", O_RDONLY | O_DIRECTORY)
    for path in paths {
      let path = SplitPath(path)
      let folder = try FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY)
      try FolderCopy.file(path.name, in: folder, to: path.name, in: frameworks)
    }
  }

  private static func isInSandbox(_ path: Substring) -> Bool {
    ["/lib", "/usr/lib"].contains { path.hasPrefix($0) } && !path.contains("/swift")
  }
}
