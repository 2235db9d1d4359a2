// SPDX-License-Identifier: Apache-2.0
import Foundation
import PropertyLists
import Testing

/// The binary form, as Foundation writes it.
@Suite struct BinaryPropertyListTests {
  private func written(_ value: Any) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  private func problem(_ bytes: [UInt8]) -> PropertyListError.Problem? {
    do throws(PropertyListError) {
      _ = try BinaryPropertyList.read(bytes.span)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test func `What foundation writes is read`() throws {
    let bytes = try written(
      [
        "text": "plain", "wide": "naïve 日本 🙂", "yes": true, "no": false, "small": 7, "negative": -7,
        "large": Int64.max, "half": 0.5, "data": Data([1, 2, 3]), "list": ["a", ["b": 1]] as [Any],
        "date": Date(timeIntervalSinceReferenceDate: 3), "long": Array(repeating: "x", count: 100),
      ] as [String: Any])
    let value = try PropertyList.read(bytes.span)
    let list = try #require(value.dictionary)
    #expect(list["text"] == .string("plain") && list["wide"] == .string("naïve 日本 🙂"))
    #expect(list["yes"] == .boolean(true) && list["no"] == .boolean(false))
    #expect(list["small"] == .integer(7) && list["negative"] == .integer(-7) && list["large"] == .integer(.max))
    #expect(list["half"] == .fraction(0.5) && list["data"] == .data([1, 2, 3]) && list["date"] == .date(3))
    #expect(list["list"] == .array([.string("a"), .dictionary(["b": .integer(1)])]))
    #expect(list["long"]?.strings?.count == 100)
  }

  /// Holds if this process is still there afterwards: what is read out of bounds ends it.
  @Test func `No cut and no changed byte crashes it`() throws {
    let bytes = try written(["a": ["b", 1, true, Data([9])] as [Any], "c": ["d": "é"]] as [String: Any])
    for end in bytes.indices { _ = try? BinaryPropertyList.read(Array(bytes[..<end]).span) }
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x0F, 0x7F, 0x80, 0xA1, 0xD1, 0xFF] {
        var changed = bytes
        changed[index] = value
        _ = try? BinaryPropertyList.read(changed.span)
      }
    }
  }

  /// Each list holds the next one many times: read out, it would be larger than any memory.
  @Test func `A list that stands for far more than its bytes is refused`() {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for level in 0..<20 {
      offsets.append(UInt8(bytes.count))
      bytes += [0xA8] + [UInt8](repeating: UInt8(level + 1), count: 8)
    }
    offsets.append(UInt8(bytes.count))
    bytes.append(0x09)
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 21] + [0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [0, 0, 0, 0, 0, 0, 0, table]
    #expect(problem(bytes) == .tooComplex)
  }

  @Test func `An object inside itself is refused`() {
    let bytes =
      Array("bplist00".utf8) + [0xA1, 0x00, 0x08] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
      + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(problem(bytes) == .tooComplex)
  }
}
