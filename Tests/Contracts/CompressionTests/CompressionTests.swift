// SPDX-License-Identifier: Apache-2.0
import Compression
import Foundation
import Testing

@Suite struct CompressionTests {
  private static let text = Data(String(repeating: "A line that comes again. ", count: 9000).utf8)
  private static let noise = Data((0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) })
  private static let buffers = [
    COMPRESSION_LZ4, COMPRESSION_LZ4_RAW, COMPRESSION_ZLIB, COMPRESSION_LZMA, COMPRESSION_BROTLI,
  ]

  private static func encoded(_ data: Data, _ algorithm: compression_algorithm, room: Int = 1 << 20) -> Data {
    var output = [UInt8](repeating: 0, count: room)
    let size = compression_encode_buffer(&output, room, Array(data), data.count, nil, algorithm)
    return Data(output.prefix(size))
  }

  private static func decoded(_ data: Data, _ algorithm: compression_algorithm, room: Int = 1 << 20) -> Data {
    var output = [UInt8](repeating: 0, count: room)
    let size = compression_decode_buffer(&output, room, Array(data), data.count, nil, algorithm)
    return Data(output.prefix(size))
  }

  @Test(arguments: buffers.map(\.rawValue))
  func `A buffer is what it was after both ways`(number: UInt32) {
    let algorithm = compression_algorithm(number)
    for data in [Self.text, Self.noise, Data([7])] {
      let small = Self.encoded(data, algorithm)
      #expect(!small.isEmpty)
      #expect(Self.decoded(small, algorithm) == data)
    }
    #expect(Self.encoded(Self.text, algorithm).count < 12_000)
  }

  @Test(arguments: buffers.map(\.rawValue))
  func `What does not fit is not compressed, and of what is decompressed the first bytes come`(number: UInt32) {
    let algorithm = compression_algorithm(number)
    #expect(Self.encoded(Self.noise, algorithm, room: 100).isEmpty)
    let small = Self.encoded(Self.text, algorithm)
    #expect(Self.decoded(small, algorithm, room: 1000) == Self.text.prefix(1000))
  }

  @Test(arguments: buffers.map(\.rawValue))
  func `Compressed data that was cut or changed gives nothing, or not what it was`(number: UInt32) {
    let algorithm = compression_algorithm(number)
    let small = Self.encoded(Self.text, algorithm)
    #expect(Self.decoded(Data(small.dropLast(3)), algorithm) != Self.text)
    for index in stride(from: 0, to: small.count, by: max(1, small.count / 50)) {
      var changed = small
      changed[index] ^= 0x5a
      _ = Self.decoded(changed, algorithm)
    }
    #expect(Self.decoded(Data(repeating: 0xff, count: 64), algorithm).count < 64)
  }

  @Test func `The bytes are those of the formats' own tools`() throws {
    // Python: `zlib.compressobj(9, zlib.DEFLATED, -15)` on the same text.
    let deflate = Data([0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x90, 0x00])
    #expect(Self.decoded(deflate, COMPRESSION_ZLIB) == Data("hello hello hello".utf8))
    let frame = Data("bv4-\u{5}\0\0\0hellobv4$".utf8)
    #expect(Self.decoded(frame, COMPRESSION_LZ4) == Data("hello".utf8))
    #expect(Self.encoded(Data("hello".utf8), COMPRESSION_LZ4) == frame)
    #expect(Self.encoded(Self.text, COMPRESSION_LZMA).prefix(6) == Data([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]))
  }

  @Test func `A head that claims much takes no memory and gives nothing`() {
    let claim = Data(Array("bv41".utf8) + [0xff, 0xff, 0xff, 0x03, 1, 0, 0, 0, 0])
    #expect(Self.decoded(claim, COMPRESSION_LZ4).isEmpty)
  }

  @Test func `An unknown algorithm does nothing`() {
    #expect(Self.encoded(Self.text, compression_algorithm(0x801)).isEmpty)
    #expect(Algorithm(rawValue: COMPRESSION_LZ4_RAW) == nil)
    #expect(Algorithm(rawValue: COMPRESSION_ZLIB) == .zlib)
  }

  // MARK: - Filters

  private static func filtered(
    _ operation: FilterOperation, _ algorithm: Algorithm, _ data: Data, pieces: Int
  ) throws -> (output: Data, ends: Int) {
    var (output, ends) = (Data(), 0)
    let filter = try OutputFilter(operation, using: algorithm, bufferCapacity: 777) { piece in
      guard let piece else { return ends += 1 }
      #expect(piece.count <= 777)
      output += piece
    }
    for start in stride(from: 0, to: data.count, by: pieces) {
      try filter.write(data[start..<min(start + pieces, data.count)])
    }
    try filter.finalize()
    try filter.finalize()
    return (output, ends)
  }

  @Test(arguments: Algorithm.allCases)
  func `A filter takes data in pieces and says once that it is over`(algorithm: Algorithm) throws {
    let small = try Self.filtered(.compress, algorithm, Self.text, pieces: 1234)
    #expect(small.ends == 1 && small.output.count < 12_000)
    let whole = try Self.filtered(.decompress, algorithm, small.output, pieces: 5)
    #expect(whole.output == Self.text)
    #expect(throws: FilterError.invalidData) {
      try Self.filtered(.decompress, algorithm, small.output.dropLast(4), pieces: 100)
    }
  }

  @Test(arguments: Algorithm.allCases)
  func `Reading through a filter gives as much as was asked for until the end`(algorithm: Algorithm) throws {
    let small = try Self.filtered(.compress, algorithm, Self.text, pieces: 5000).output
    var rest = small[...]
    let filter = try InputFilter<Data>(.decompress, using: algorithm) { count in
      defer { rest = rest.dropFirst(min(count, 31)) }
      return Data(rest.prefix(min(count, 31)))
    }
    var output = Data()
    while let piece = try filter.readData(ofLength: 1000) {
      #expect(piece.count == 1000 || output.count + piece.count == Self.text.count)
      output += piece
    }
    #expect(output == Self.text)
  }

  @Test func `Nothing can be written after the end`() throws {
    let filter = try OutputFilter(.compress, using: .zlib) { _ in }
    try filter.write(Data([1]))
    try filter.finalize()
    #expect(throws: FilterError.invalidState) { try filter.write(Data([2])) }
  }
}
