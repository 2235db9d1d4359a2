// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles
import SystemCalls
import Testing

/// Random calls, against an array that does the same.
@Suite struct ContentModelTests {
  @Test(arguments: 0..<12) func `Every mix of calls gives what an array gives`(seed: Int) throws {
    var random = Generator(state: UInt64(seed))
    var file = try Fixture.newFile()
    var workspace = try ContentWorkspace()
    let key = Fixture.key()
    var model: [UInt8] = []
    for _ in 0..<120 {
      let offset = Int.random(in: 0...max(model.count + 9000, 1), using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let data = random.bytes(Int.random(in: 1...20000, using: &random))
        #expect(try file.write(data.span, at: offset, key: key, in: &workspace) == data.count)
        model.write(data, at: offset)
      case 5: try truncate(&file, &model, to: offset, &workspace)
      case 6: try truncate(&file, &model, to: offset / 4096 * 4096, &workspace)
      case 7: try punch(&file, &model, offset..<offset + Int.random(in: 1...30000, using: &random), &workspace)
      case 8:
        let range = offset..<offset + Int.random(in: 1...30000, using: &random)
        try file.zeroRange(range, .extend, key: key, in: &workspace)
        model.write([UInt8](repeating: 0, count: range.count), at: offset)
      default:
        try file.allocate(offset..<offset + 5000, .extend, key: key, in: &workspace)
        model.extend(to: offset + 5000)
      }
      #expect(file.size == model.count)
      #expect(try contents(file, &workspace) == model)
    }
    try file.settle()
    let again = try ProtectedFile(opening: file.descriptor.duplicate(), link: Fixture.link, Fixture.context)
    #expect(again.wholeness == .whole)
    #expect(try contents(again, &workspace) == model)
  }

  private func truncate(
    _ file: inout ProtectedFile, _ model: inout [UInt8], to size: Int, _ workspace: inout ContentWorkspace
  ) throws {
    try file.truncate(to: size, key: Fixture.key(), in: &workspace)
    if size < model.count { model.removeSubrange(size...) } else { model.extend(to: size) }
  }

  private func punch(
    _ file: inout ProtectedFile, _ model: inout [UInt8], _ range: Range<Int>, _ workspace: inout ContentWorkspace
  ) throws {
    try file.punchHole(range, key: Fixture.key(), in: &workspace)
    let inside = range.clamped(to: 0..<model.count)
    model.replaceSubrange(inside, with: [UInt8](repeating: 0, count: inside.count))
  }

  private func contents(_ file: borrowing ProtectedFile, _ workspace: inout ContentWorkspace) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < file.size {
      let range = try file.read(70_001, at: bytes.count, key: Fixture.key(), in: &workspace)
      try workspace.withPlain(range) { bytes += $0.array }
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func extend(to size: Int) {
    if count < size { append(contentsOf: [UInt8](repeating: 0, count: size - count)) }
  }

  fileprivate mutating func write(_ data: [UInt8], at offset: Int) {
    extend(to: offset + data.count)
    replaceSubrange(offset..<offset + data.count, with: data)
  }
}
