// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// Whether this machine lets users make namespaces, without which there is no sandbox.
package enum UserNamespaces {
  /// The settings that forbid it, each with the value that does.
  private static let settings = [
    ("kernel.unprivileged_userns_clone", "0", "1"), ("user.max_user_namespaces", "0", "10000"),
    ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
  ]

  /// The machine forbids it by a setting, and would allow it with another value.
  package struct Forbidden: Error, Equatable, Sendable {
    package let setting: String
    package let allowing: String
  }

  package static func require() throws(Forbidden) {
    for (name, forbidding, allowing) in settings where value(of: name) == forbidding {
      // Root needs no permission, but namespaces must exist.
      if geteuid() == 0, name != "user.max_user_namespaces" { continue }
      throw Forbidden(setting: name, allowing: allowing)
    }
  }

  private static func value(of setting: String) -> String? {
    let path = "/proc/sys/" + String(setting.map { $0 == "." ? "/" : $0 })
    guard let file = try? FileDescriptor.open(path, O_RDONLY), let bytes = try? file.readToEnd(atMost: 64) else {
      return nil
    }
    return String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
  }
}
