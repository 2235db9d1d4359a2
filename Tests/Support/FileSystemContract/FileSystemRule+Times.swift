// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Times

extension FileSystemRule {
  static let times = [
    FileSystemRule("times are kept to the nanosecond") { folder in
      let file = try folder.make("file")
      try file.changeTimes(
        access: .set(seconds: 1_000_000_000, nanoseconds: 123_456_789),
        modification: .set(seconds: 4_000_000_000, nanoseconds: 987_654_321))
      let status = try file.status()
      try expectEqual(parts(status.st_atim), [1_000_000_000, 123_456_789], "access")
      try expectEqual(parts(status.st_mtim), [4_000_000_000, 987_654_321], "modification")
      let again = try folder.directory().status(of: "file")
      try expectEqual(parts(again.st_mtim), [4_000_000_000, 987_654_321], "modification by name")
    },
    FileSystemRule("a time can be left as it is, or be now") { folder in
      let file = try folder.make("file")
      let old = TimeChange.set(seconds: 1000, nanoseconds: 1)
      try file.changeTimes(access: old, modification: old)
      try file.changeTimes(access: .keep, modification: .now)
      try expectEqual(parts(try file.status().st_atim), [1000, 1], "access, kept")
      try expect(try file.status().st_mtim.tv_sec > 1_600_000_000, "modification, now")
      try file.changeTimes(access: .now, modification: old)
      try expect(try file.status().st_atim.tv_sec > 1_600_000_000, "access, now")
      try expectEqual(parts(try file.status().st_mtim), [1000, 1], "modification, set")
    },
    FileSystemRule("folders and symbolic links have times of their own") { folder in
      let root = try folder.directory()
      try root.makeDirectory("folder", mode: 0o755)
      try folder.make("file")
      try root.makeSymbolicLink("link", target: "file")
      for name in ["folder", "link"] {
        let time = TimeChange.set(seconds: 2000, nanoseconds: 5)
        try root.changeTimes(of: name, access: time, modification: time)
        try expectEqual(parts(try root.status(of: name).st_mtim), [2000, 5], name)
      }
      try expect(try root.status(of: "file").st_mtim.tv_sec != 2000, "the link's target")
    },
    FileSystemRule("writing, truncating and naming move the times") { folder in
      let file = try folder.make("file", [1])
      try expectTimesMove(file, "writing") { () throws(SystemError) in try file.write([2].span, at: 0) }
      try expectTimesMove(file, "truncating") { () throws(SystemError) in try file.truncate(to: 10) }
      let root = try folder.directory()
      try expectTimesMove(root, "creating in it") { () throws(SystemError) in try folder.make("other") }
      try expectTimesMove(root, "renaming in it") { () throws(SystemError) in
        try root.rename("other", to: root, as: "new")
      }
      try expectTimesMove(root, "removing from it") { () throws(SystemError) in try root.unlink("new") }
    },
    FileSystemRule("changing a file's mode moves its change time") { folder in
      let file = try folder.make("file")
      let before = try file.status().st_ctim
      usleep(20_000)
      try file.changeMode(to: 0o600)
      try expect(isLater(try file.status().st_ctim, than: before), "change time")
    },
  ]
}

private func parts(_ time: timespec) -> [Int] { [time.tv_sec, time.tv_nsec] }

private func isLater(_ time: timespec, than other: timespec) -> Bool {
  (time.tv_sec, time.tv_nsec) > (other.tv_sec, other.tv_nsec)
}

/// From a time long past, so that no clock has to be waited for.
private func expectTimesMove(
  _ file: borrowing FileDescriptor, _ what: String, _ call: () throws(SystemError) -> Void
) throws {
  try file.changeTimes(access: .keep, modification: .set(seconds: 1000, nanoseconds: 0))
  try call()
  try expect(try file.status().st_mtim.tv_sec > 1_600_000_000, "the modification time after \(what)")
}
