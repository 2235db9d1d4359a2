// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// A file system to measure, mounted over a store on the medium.
protocol MeasuredFilesystem {
  var name: String { get }
  /// Whether Bailey is to be better than it.
  var isPeer: Bool { get }
  /// Makes an empty file system below `folder` and returns the path to work in.
  func mount(in folder: String) throws(BenchmarkError) -> String
  func unmount(in folder: String) throws(BenchmarkError)
}

extension MeasuredFilesystem {
  /// Mounts the file system below a new folder, and takes both away after the body, also where that throws. The body gets the path to
  /// work in.
  func whileMounted<Result>(
    in folder: String, _ body: (String) throws -> Result
  ) throws(BenchmarkError) -> Result {
    try BenchmarkProgram.run("mkdir", [folder])
    // What was mounted halfway is taken away too.
    var isMounted = true
    defer {
      if isMounted { try? unmount(in: folder) }
      _ = try? BenchmarkProgram.run("rm", ["-rf", folder])
    }
    let path = try mount(in: folder)
    let result: Result
    do {
      result = try body(path)
    } catch let error as SystemError {
      throw .system(error)
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw .unreadableAnswer(program: name)
    }
    try unmount(in: folder)
    isMounted = false
    return result
  }
}

/// The users that may use the mounts, the same for every file system: everyone if root mounts. The kernel checks the
/// rights, for which it asks for a folder's attributes again after each change in it.
enum MountAudience {
  static let isEveryone = geteuid() == 0
  static let options = (isEveryone ? ["allow_other"] : []) + ["default_permissions"]
}

/// A folder on the medium itself: neither encryption nor FUSE.
struct PlainFolder: MeasuredFilesystem {
  let name = "plain folder"
  let isPeer = false

  func mount(in folder: String) throws(BenchmarkError) -> String { folder }
  func unmount(in folder: String) throws(BenchmarkError) {}
}

struct Gocryptfs: MeasuredFilesystem {
  let name = "gocryptfs"
  let isPeer = true

  func mount(in folder: String) throws(BenchmarkError) -> String {
    try BenchmarkProgram.run("mkdir", ["\(folder)/store", "\(folder)/mount"])
    // A cheap scrypt: deriving the key is not what is measured.
    try BenchmarkProgram.run("gocryptfs", ["-init", "-q", "-scryptn", "10", "\(folder)/store"], input: "benchmark\n")
    // Its own option for everyone brings default_permissions with it.
    let audience = MountAudience.isEveryone ? ["-allow_other"] : ["-ko", "default_permissions"]
    try BenchmarkProgram.run(
      "gocryptfs", ["-q"] + audience + ["\(folder)/store", "\(folder)/mount"], input: "benchmark\n")
    return "\(folder)/mount"
  }

  func unmount(in folder: String) throws(BenchmarkError) {
    try BenchmarkProgram.run("fusermount3", ["-u", "\(folder)/mount"])
  }
}

/// securefs in its "lite" format, the faster one.
struct Securefs: MeasuredFilesystem {
  let name = "securefs"
  let isPeer = true

  func mount(in folder: String) throws(BenchmarkError) -> String {
    try BenchmarkProgram.run("mkdir", ["\(folder)/store", "\(folder)/mount"])
    try BenchmarkProgram.run(
      "securefs", ["create", "--format", "4", "--rounds", "1", "\(folder)/store"], input: "benchmark\nbenchmark\n")
    try BenchmarkProgram.run(
      "securefs",
      ["mount", "--background"] + MountAudience.options.flatMap { ["-o", $0] }
        + ["\(folder)/store", "\(folder)/mount"], input: "benchmark\n")
    return "\(folder)/mount"
  }

  func unmount(in folder: String) throws(BenchmarkError) {
    try BenchmarkProgram.run("fusermount3", ["-u", "\(folder)/mount"])
  }
}

/// An instance of Bailey of its own, with a passcode, so that its keys are the ones of real use.
struct BaileyInstance: MeasuredFilesystem {
  static let passcode = "benchmark"

  let name = "bailey"
  let isPeer = false
  /// The `bailey` program.
  let program: String
  /// A program that starts it, with its words, such as `taskset`.
  var launcher: [String] = []

  /// A folder to have one in, which no other benchmark uses.
  static func home(below folder: String) -> String { "\(folder)/bailey-bench-\(getpid())" }

  func mount(in folder: String) throws(BenchmarkError) -> String {
    let words = launcher + [program, "up", "--mount", "\(folder)/mount"]
    try BenchmarkProgram.run(
      words[0], Array(words.dropFirst()), environment: ["BAILEY_HOME=\(folder)/home", "XDG_DATA_HOME=\(folder)/data"])
    try bailey(["passcode", "set"], in: folder, input: Self.passcode + "\n")
    return "\(folder)/mount"
  }

  func unmount(in folder: String) throws(BenchmarkError) { try bailey(["down"], in: folder) }

  @discardableResult
  func bailey(_ arguments: [String], in folder: String, input: String = "") throws(BenchmarkError) -> String {
    try BenchmarkProgram.run(
      program, arguments, input: input, environment: ["BAILEY_HOME=\(folder)/home", "XDG_DATA_HOME=\(folder)/data"])
  }
}
