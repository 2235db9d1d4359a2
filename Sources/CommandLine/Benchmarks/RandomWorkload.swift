// SPDX-License-Identifier: Apache-2.0
import Files
import SystemCalls

/// Random 4 KiB reads and writes by fio: every block of 64 MiB a job once, in random order, none of it cached before.
struct RandomWorkload {
  let path: String
  /// A folder on the medium, synced before each run so that no run waits for what the one before has written.
  let store: String

  enum Direction: String { case read = "randread", write = "randwrite" }

  /// Operations per second, of all jobs together.
  func run(_ direction: Direction, jobs: Int) throws(BenchmarkError) -> Double {
    try BenchmarkProgram.run("sync", ["-f", store])
    let answer = try BenchmarkProgram.run(
      "fio",
      [
        "--name=job", "--directory=\(path)", "--rw=\(direction.rawValue)", "--bs=4k", "--size=64m",
        "--numjobs=\(jobs)", "--ioengine=psync", "--direct=0", "--fallocate=none", "--group_reporting", "--minimal",
        "--output-format=terse", "--terse-version=3",
      ])
    // fio's terse format 3: field 8 is the rate of reads, field 49 that of writes.
    let fields = answer.split(separator: "\n").last { $0.hasPrefix("3;") }?
      .split(separator: ";", omittingEmptySubsequences: false)
    let index = direction == .read ? 7 : 48
    guard let fields, fields.count > index, let rate = Double(fields[index]) else {
      throw .unreadableAnswer(program: "fio")
    }
    return rate
  }

  func cleanUp(_ folder: borrowing FileDescriptor, jobs: Int) throws(SystemError) {
    for job in 0..<jobs { try folder.unlink("job.\(job).0") }
  }
}

/// Unpacking sources: the headers of the C++ library and of the kernel, which every Debian build machine has; some
/// thousand small files in a deep tree.
enum SourceTree {
  private static let origin = "/usr/include"
  private static let parts = ["c++", "linux"]

  /// Seconds for tar and the sync after it. The tree is not removed.
  static func extract(into path: String, beside folder: String) throws -> Double {
    let archive = "\(folder)/sources.tar"
    try BenchmarkProgram.run("tar", ["-C", origin, "-chf", archive] + parts)
    try BenchmarkProgram.run("mkdir", ["\(path)/sources"])
    let clock = ContinuousClock()
    let start = clock.now
    try BenchmarkProgram.run("tar", ["-C", "\(path)/sources", "-xf", archive])
    try BenchmarkProgram.run("sync", ["-f", "\(path)/sources"])
    let time = (clock.now - start).inSeconds
    try BenchmarkProgram.run("rm", [archive])
    return time
  }
}
