// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import Processes
import SystemCalls
import Threads

/// A program of Bailey's own that lies beside this one, run to its end: what reads strangers' files and texts does not do so
/// in the process that passcodes pass through.
enum SiblingProgram {
  /// What it printed, and how it ended.
  struct Result {
    let exitCode: Int32
    let output: [UInt8]
    let errors: String
  }

  private static let largestOutput = 8 << 20
  private static let largestErrors = 64 << 10
  /// Few at a time: a page asks for many pictures at once.
  private static let room = CountingSemaphore(3)

  static func run(_ name: String, _ arguments: [String], input: [UInt8] = []) throws(SystemError) -> Result {
    try room.enter { () throws(SystemError) in try start(name, arguments, input) }
  }

  private static func start(_ name: String, _ arguments: [String], _ input: [UInt8]) throws(SystemError) -> Result {
    let own = SplitPath(try Environment.executablePath())
    // Files, not pipes: a program that prints much does not wait to be read.
    let files = try [unnamed(), unnamed(), unnamed()]
    try files[0].file.write(input.span)
    try files[0].file.rewind()
    var plan = ChildPlan(path: own.sibling(name), arguments: arguments)
    plan.input = files[0].file.raw
    plan.output = files[1].file.raw
    plan.errors = files[2].file.raw
    let child = try ChildProcess.start(plan)
    let end = try child.wait()
    let exitCode: Int32 = if case .exited(let code) = end { code } else { 255 }
    return Result(
      exitCode: exitCode, output: try files[1].file.read(count: largestOutput, at: 0),
      errors: String(decoding: try files[2].file.read(count: largestErrors, at: 0), as: UTF8.self))
  }

  private final class Unnamed {
    let file: FileDescriptor
    init(_ file: consuming FileDescriptor) { self.file = file }
  }

  private static func unnamed() throws(SystemError) -> Unnamed {
    Unnamed(try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600))
  }
}
