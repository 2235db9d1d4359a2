// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// `bailey bench lock`: how long it takes until nothing of 1,000 open class A files and 1 GiB of cached pages is left.
package struct LockBenchmark: Sendable {
  /// The `bailey` program to measure.
  let program: String
  /// Where the instance is made; a tmpfs keeps the disk out of it.
  let folder: String
  let progress: @Sendable (String) -> Void

  static let files = 1000
  static let fileSize = (1 << 30) / files / 4096 * 4096

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  package struct Outcome: Sendable {
    package let lockMilliseconds: Double
    package let unlockMilliseconds: Double
    /// A command that does nothing but ask the enclave: what starting a program costs in the two figures above.
    package let commandMilliseconds: Double
    /// How many of the open files still answered a read after the lock: 0, or Bailey is broken.
    package let readableAfterLock: Int

    package var text: String {
      """
      1,000 open class A files, 1 GiB cached
      locked within          \(BenchmarkTable.short(lockMilliseconds)) ms
      unlocked within        \(BenchmarkTable.short(unlockMilliseconds)) ms
      a command by itself    \(BenchmarkTable.short(commandMilliseconds)) ms
      readable after lock    \(readableAfterLock) files

      """
    }

    package var json: String {
      "{\"lockMilliseconds\":\(lockMilliseconds),\"unlockMilliseconds\":\(unlockMilliseconds),"
        + "\"commandMilliseconds\":\(commandMilliseconds),\"readableAfterLock\":\(readableAfterLock)}"
    }
  }

  package func run() throws(BenchmarkError) -> Outcome {
    let home = "\(folder)/bailey-bench-\(getpid())"
    let instance = BaileyInstance(program: program)
    try BenchmarkProgram.run("mkdir", [home])
    var mounted = false
    defer {
      if mounted { try? instance.unmount(in: home) }
      _ = try? BenchmarkProgram.run("rm", ["-rf", home])
    }
    let mount = try instance.mount(in: home)
    mounted = true
    try BenchmarkProgram.run("mkdir", ["\(mount)/private"])
    try instance.bailey(["files", "class", "set", "\(mount)/private", "complete"], in: home)
    do {
      return try measure(instance, home: home, folder: "\(mount)/private")
    } catch let error as SystemError {
      throw .system(error)
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw .unreadableAnswer(program: program)
    }
  }

  private func measure(_ instance: BaileyInstance, home: String, folder: String) throws -> Outcome {
    progress("writing and reading 1 GiB")
    try ResourceLimit.raiseOpenFiles(to: UInt64(Self.files + 64))
    let open = try OpenFiles(in: folder)
    let clock = ContinuousClock()
    func milliseconds(_ arguments: [String], input: String = "") throws -> Double {
      let start = clock.now
      try instance.bailey(arguments, in: home, input: input)
      return (clock.now - start).inSeconds * 1000
    }
    progress("locking")
    let command = try milliseconds(["status"])
    let lock = try milliseconds(["lock", "--now"])
    let readable = open.readableFiles()
    let unlock = try milliseconds(["unlock"], input: "benchmark\n")
    return Outcome(
      lockMilliseconds: lock, unlockMilliseconds: unlock, commandMilliseconds: command, readableAfterLock: readable)
  }
}

/// A thousand files of about 1 MiB, written, open, and in the kernel's cache.
private final class OpenFiles {
  private final class OpenFile {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }
  private var files: [OpenFile] = []

  init(in path: String) throws(SystemError) {
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    var bytes = [UInt8](repeating: 0x41, count: LockBenchmark.fileSize)
    for index in 0..<LockBenchmark.files {
      let file = try folder.open("file-\(index)", O_CREAT | O_RDWR, mode: 0o600)
      try file.write(bytes.span, at: 0)
      files.append(OpenFile(file))
    }
    for file in files {
      var span = bytes.mutableSpan
      _ = try file.descriptor.read(into: &span, at: 0)
    }
  }

  func readableFiles() -> Int { files.count { (try? $0.descriptor.read(count: 4096, at: 0)) != nil } }
}
