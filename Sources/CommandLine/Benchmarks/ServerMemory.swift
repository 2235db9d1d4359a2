// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// The resident memory of `bailey-fs` as the kernel reports it: when idle, and its maximum.
package struct ServerMemory: Sendable {
  static let idleTarget = 15 << 10
  static let peakTarget = 128 << 10

  var idleKibibytes = 0
  var peakKibibytes = 0

  /// The targets that were missed. A value that could not be read counts as missed.
  var missed: [String] {
    [
      (1..<Self.idleTarget).contains(idleKibibytes)
        ? nil : "bailey-fs takes \(Self.idleTarget >> 10) MiB or more when idle",
      (1..<Self.peakTarget).contains(peakKibibytes) ? nil : "bailey-fs takes \(Self.peakTarget >> 10) MiB or more",
    ].compactMap { $0 }
  }

  var text: String {
    func row(_ kibibytes: Int, _ target: Int, _ when: String) -> String {
      "bailey-fs, resident \(when): \(BenchmarkTable.short(Double(kibibytes) / 1024)) MiB (target \(target >> 10) MiB)\n"
    }
    return row(idleKibibytes, Self.idleTarget, "when idle") + row(peakKibibytes, Self.peakTarget, "at the most")
  }

  mutating func noteIdle(below folder: String) {
    idleKibibytes = max(idleKibibytes, Self.value("VmRSS", below: folder) ?? 0)
  }

  mutating func notePeak(below folder: String) {
    peakKibibytes = max(peakKibibytes, Self.value("VmHWM", below: folder) ?? 0)
  }

  /// The resident kibibytes of a daemon whose arguments name the folder, at this moment.
  static func resident(_ daemon: String, below folder: String) -> Int? { value("VmRSS", of: daemon, below: folder) }

  /// The number in a line of `/proc/PID/status`.
  private static func value(_ key: String, of daemon: String = "bailey-fs", below folder: String) -> Int? {
    guard let process = ServerProcess(daemon, below: folder),
      let file = try? FileDescriptor.open("/proc/\(process.number)/status", O_RDONLY),
      let bytes = try? file.read(count: 8192, at: 0)
    else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("\(key):") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
  }
}
