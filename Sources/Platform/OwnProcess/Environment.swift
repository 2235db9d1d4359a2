// SPDX-License-Identifier: Apache-2.0
import Glibc
import Files
package import SystemCalls

/// The environment of this process.
package enum Environment {
  /// A variable; nil when it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// The home directory: `$HOME`, else what the user database says.
  package static var homeDirectory: String? {
    if let home = value("HOME") { return home }
    guard let entry = unsafe getpwuid(getuid()), let path = unsafe entry.pointee.pw_dir else { return nil }
    return unsafe String(cString: path)
  }

  /// The directory in which relative paths begin; `/` if it was removed.
  package static var currentDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The number of this process: after a fork, the child's.
  package static var processNumber: Int32 { getpid() }

  /// Programs that this process starts from now on find all functions of their libraries at once, and not each when it is
  /// called first: the dynamic linker then saves the registers, with whatever they hold, on a stack that nobody wipes. To be
  /// called before there are threads.
  package static func bindProgramsAtStart() throws(SystemError) {
    _ = try retrying(.setenv) { unsafe setenv("LD_BIND_NOW", "1", 1) }
  }

  /// Moves to `/`, so that no folder is held by a process that stays.
  package static func leaveCurrentDirectory() throws(SystemError) {
    _ = try retrying(.chdir) { unsafe chdir("/") }
  }

  /// A path without links, `.` and `..`; nil where a part of it cannot be looked at.
  package static func canonicalPath(_ path: String) -> String? {
    guard let canonical = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(canonical) }
    return unsafe String(cString: canonical)
  }

  /// The path of a program that is started by its name; nil where it is not installed.
  package static func program(_ name: String) -> String? {
    (value("PATH") ?? "/usr/bin:/bin").split(separator: ":").lazy
      .map { "\($0)/\(name)" }.first { canonicalPath($0) != nil }
  }

  /// The file this program was started from.
  package static func executablePath() throws(SystemError) -> String {
    let process = try FileDescriptor.open("/proc/self", O_RDONLY | O_DIRECTORY)
    return String(decoding: try process.symbolicLinkTarget("exe"), as: UTF8.self)
  }
}
