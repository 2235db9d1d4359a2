// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import SystemCalls
import Testing

@testable import ExtensionSandbox

/// What an extension prints, on its way to its developer.
@Suite struct ExtensionOutputTests {
  private func output(_ body: (borrowing FileDescriptor, ExtensionOutput) throws -> Void) throws -> ExtensionOutput {
    let pipe = try Pipe()
    let output = try ExtensionOutput.read(from: pipe.reading.duplicate())
    let writing = try pipe.writing.duplicate()
    try body(writing, output)
    return output
  }

  @Test func `Lines are taken once they are whole, and each once`() throws {
    _ = try output { pipe, output in
      var lines: [String] = []
      try pipe.write(Array("one\ntwo\nthr".utf8).span)
      try eventually("two lines") {
        lines += output.take(atEnd: false, within: .zero)
        return lines == ["one", "two"]
      }
      try pipe.write(Array("ee\n".utf8).span)
      try eventually("the third") {
        lines += output.take(atEnd: false, within: .zero)
        return lines == ["one", "two", "three"]
      }
    }
  }

  @Test func `At the end a line that is not finished is taken too`() throws {
    let output = try output { pipe, _ in try pipe.write(Array("Fatal error: Index out of range".utf8).span) }
    #expect(output.take(atEnd: true, within: .seconds(60)) == ["Fatal error: Index out of range"])
  }

  @Test func `Who prints without end never waits, and little of it is kept`() throws {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
    let output = try output { pipe, _ in
      for _ in 0..<2000 { try pipe.write(line.span) }
      try pipe.write(Array("last words\n".utf8).span)
    }
    let kept = output.take(atEnd: true, within: .seconds(60))
    #expect(kept.joined().utf8.count <= 12 << 10 && kept.count > 8 && kept.last == "last words")
  }
}
