// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import Testing
import WireFormat

@Suite struct WireFormatTests {
  private enum Colour: UInt8 { case red = 7 }

  private func bytes(of buffer: borrowing WireBuffer) -> [UInt8] {
    buffer.withBytes { span in span.indices.map { span[$0] } }
  }

  @Test func `Integers are big endian and of fixed size`() throws {
    var buffer = WireBuffer(capacity: 15)
    try buffer.append(integer: UInt8(1))
    try buffer.append(integer: UInt16(0x0203))
    try buffer.append(integer: UInt32(0x0405_0607))
    try buffer.append(integer: UInt64(0x0809_0A0B_0C0D_0E0F))
    #expect(bytes(of: buffer) == Array(1...15))
  }

  @Test func `What is written is read back`() throws {
    var buffer = WireBuffer(capacity: 64)
    try buffer.append(integer: UInt32.max)
    try buffer.append(counting: SecretBytes(copying: [9, 8, 7].span))
    try buffer.append(integer: UInt8(7))
    try buffer.append(bytes: [1, 2].span)
    try buffer.withBytes { span in
      var cursor = WireCursor()
      #expect(try cursor.integer(UInt32.self, in: span) == .max)
      let secret = try cursor.secret(counting: 1...3, in: span)
      #expect(secret.withBytes { [$0[0], $0[1], $0[2]] } == [9, 8, 7])
      #expect(try cursor.number(Colour.self, in: span) == .red)
      #expect(try cursor.bytes(2, in: span) == [1, 2])
      try cursor.end(in: span)
    }
  }

  @Test func `A buffer grows to its capacity and gives back what it took`() throws {
    var buffer = WireBuffer(smallest: 4, capacity: 1000)
    for number in 0..<100 as Range<UInt32> { try buffer.append(integer: number) }
    try buffer.append(bytes: [UInt8](repeating: 5, count: 600).span)
    #expect(throws: WireError.full) { try buffer.append(integer: UInt8(0)) }
    buffer.replace(at: 4, by: 0x0102_0304)
    #expect(bytes(of: buffer).prefix(9) == [0, 0, 0, 0, 1, 2, 3, 4, 0])
    #expect(bytes(of: buffer).suffix(600) == [UInt8](repeating: 5, count: 600)[...])
    buffer.wipe()
    #expect(buffer.count == 0)
    buffer.extend(room: 9) { span in
      #expect(span.count == 9)
      span[0] = 7
      return 1
    }
    buffer.extend(room: 8) { span in
      span[0] = 8
      return 1
    }
    #expect(bytes(of: buffer) == [7, 8])
  }

  @Test func `Every prefix is short`() {
    let whole: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
    for count in 0..<7 {
      #expect(throws: WireError.short) {
        let bytes = Array(whole.prefix(count))
        var cursor = WireCursor()
        _ = try cursor.integer(UInt32.self, in: bytes.span)
        _ = try cursor.bytes(3, in: bytes.span)
      }
    }
  }

  @Test func `Bytes left over are refused`() throws {
    var cursor = WireCursor()
    _ = try cursor.byte(in: [1, 2].span)
    #expect(throws: WireError.long) { try cursor.end(in: [1, 2].span) }
  }

  @Test(arguments: [[0, 0], [0, 4, 1, 1, 1, 1], [255, 255]] as [[UInt8]])
  func `A secret outside its lengths is refused`(bytes: [UInt8]) {
    #expect(throws: WireError.badValue) {
      var cursor = WireCursor()
      _ = try cursor.secret(counting: 1...3, in: bytes.span)
    }
  }

  @Test func `A full buffer stays as it was`() throws {
    var buffer = WireBuffer(capacity: 4)
    try buffer.append(integer: UInt16(1))
    #expect(throws: WireError.full) { try buffer.append(integer: UInt32(1)) }
    #expect(bytes(of: buffer) == [0, 1])
  }

  @Test func `Wiping leaves nothing`() throws {
    var buffer = WireBuffer(capacity: 4)
    try buffer.append(integer: UInt32.max)
    buffer.wipe()
    #expect(buffer.count == 0)
    buffer.fill { span in
      #expect(span.indices.allSatisfy { span[$0] == 0 })
      return 4
    }
    #expect(bytes(of: buffer) == [0, 0, 0, 0])
  }

  @Test func `Wiping leaves nothing of a body that threw`() {
    var buffer = WireBuffer(capacity: 4)
    #expect(throws: WireError.short) {
      try buffer.extend(room: 2) { span throws(WireError) in
        span[3] = 7
        throw .short
      }
    }
    #expect(buffer.count == 0)
    buffer.wipe()
    buffer.fill { span in
      #expect(span.indices.allSatisfy { span[$0] == 0 })
      return 4
    }
  }

  @Test func `Text is read where it lies`() throws {
    let bytes = Array("a\u{e4}\u{1F600}b".utf8)
    var cursor = WireCursor(at: 1)
    #expect(try cursor.text(6, in: bytes.span) == "\u{e4}\u{1F600}")
    #expect(throws: WireError.short) { _ = try cursor.text(2, in: bytes.span) }
    cursor = WireCursor(at: 2)
    #expect(throws: WireError.badValue) { _ = try cursor.text(1, in: bytes.span) }
  }
}
