// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Files
import FuseSession
import Processes
import SharedFolders
import SystemCalls

/// The cost of showing the person's folders to an app call by call, beside the folder itself; it has no target.
struct FolderBenchmark {
  private static let (files, mebibytes) = (500, 64)

  /// The folder in which both are made.
  private let home: String

  init(_ home: String) { self.home = home }

  /// An observer that writes nothing down.
  private struct NoUses: FolderUseObserver {
    func opened(_ service: ConsentService) {}
    func closed(_ service: ConsentService) {}
  }

  func run(_ outcome: inout ConsentTimes) throws {
    let (plain, shown) = (home + "/plain", home + "/shown")
    for folder in [plain, shown] { try FileDescriptor.makeFolders(folder, mode: 0o700) }
    let place = try SharedPlace(folder: plain, .writing, FolderPermission())
    let folders = SharedFolders([.desktop: .folder(place)], excluding: [], uses: NoUses())
    // As `bailey run` mounts them.
    var options = MountOptions(
      name: "bailey-app", audience: .owner, workers: 32, transport: .device,
      lifetimes: CacheLifetimes(attributes: 0, names: 0))
    options.looksUpInParallel = true
    options.locks = .ofFilesystem
    let mount = try Mount(at: shown, folders, options)
    defer { mount.unmount() }
    for _ in 0..<3 {
      outcome.plainFile.append(try small(in: plain))
      outcome.shownFile.append(try small(in: shown + "/Desktop"))
      outcome.plainRead.append(try large(in: plain))
      outcome.shownRead.append(try large(in: shown + "/Desktop"))
    }
  }

  /// Microseconds for a small file that is made, read and emptied. By a shell of its own: what this process serves it does not
  /// use itself.
  private func small(in folder: String) throws -> Double {
    let script = """
      cd "$0" && i=0; while [ $i -lt \(Self.files) ]; do
      echo words > file$i; read -r line < file$i; : > file$i; i=$((i+1)); done; rm file*
      """
    return try seconds("/bin/sh", ["-c", script, folder]) * 1_000_000 / Double(Self.files)
  }

  /// The rate of a large file, written and read again, in MiB a second.
  private func large(in folder: String) throws -> Double {
    let file = folder + "/large"
    let write = ["if=/dev/zero", "of=\(file)", "bs=1M", "count=\(Self.mebibytes)", "status=none"]
    let taken =
      try seconds("/bin/dd", write) + seconds("/bin/dd", ["if=\(file)", "of=/dev/null", "bs=1M", "status=none"])
    _ = try seconds("/bin/rm", [file])
    return Double(2 * Self.mebibytes) / taken
  }

  private func seconds(_ program: String, _ words: [String]) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let end = try ChildProcess.start(ChildPlan(path: program, arguments: words)).wait()
    guard end == .exited(0) else { throw SystemError(.exec, code: 5) }
    return (clock.now - start).inSeconds
  }
}
