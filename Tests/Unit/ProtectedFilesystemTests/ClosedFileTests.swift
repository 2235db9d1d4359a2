// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import DirectFiles
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls
import Testing

/// What is remembered of the record of a file that was closed.
@Suite struct ClosedFileTests {
  private let folder: ScratchFolder
  private let files: DirectFiles

  init() throws {
    folder = try ScratchFolder()
    files = try DirectFiles(over: folder.path)
  }

  @Test func `It is asked about and renamed without reading its record`() throws {
    try files.makeFile("a", [UInt8](repeating: 1, count: 5000))
    let size = try withoutReadingRecords { () throws(FileError) in
      try files.rename("a", to: "b")
      try files.rename("b", to: "c")
      return try files.attributes(of: "c").size
    }
    #expect(size == 5000)
    let again = try DirectFiles(over: folder.path)
    #expect(again.read("c").bytes == [UInt8](repeating: 1, count: 5000))
  }

  @Test func `Its record follows each change`() throws {
    try files.makeFile("a", [1, 2, 3])
    try files.rename("a", to: "b")
    let file = try files.open("b")
    try files.write([4, 5], to: file, at: 3)
    try files.rename("b", to: "c")
    files.close(file)
    #expect(try withoutReadingRecords { () throws(FileError) in try files.attributes(of: "c").size } == 5)
    try files.rename("c", to: "d")
    let again = try DirectFiles(over: folder.path)
    #expect(try again.attributes(of: "d").size == 5)
    #expect(again.read("d").bytes == [1, 2, 3, 4, 5])
  }

  /// So that reading fails at the end rather than ends too soon.
  @Test func `If cut by somebody it shows how long it was`() throws {
    try files.makeFile("a", [UInt8](repeating: 1, count: 10_000))
    try FileDescriptor.open(files.backingPath("a"), O_WRONLY).truncate(to: BlockLayout.backingSize(ofPlain: 8192))
    #expect(try files.attributes(of: "a").size == 10_000)
  }

  private func withoutReadingRecords<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
    let plan = FaultPlan { $0.call == .getxattr ? EIO : nil }
    return try FaultPlan.$current.withValue(plan) { try body() }
  }
}
