// SPDX-License-Identifier: Apache-2.0
import DERCoding

/// Bytes from hexadecimal; blanks and line ends are ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.isWhitespace ? nil : UInt8(String($0), radix: 16) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Reads one value that must be all there is.
func read<Value>(
  _ text: String, _ body: (inout DERCursor, Span<UInt8>) throws(DERError) -> Value
) throws(DERError) -> Value {
  let bytes = hex(text)
  var cursor = DERCursor(bytes.span)
  let value = try body(&cursor, bytes.span)
  try cursor.finish()
  return value
}

/// The octets of a range that was read.
func octets(
  of text: String, _ body: (inout DERCursor, Span<UInt8>) throws(DERError) -> Range<Int>
) throws(DERError) -> [UInt8] {
  let range = try read(text, body)
  return Array(hex(text)[range])
}

func written(_ body: (inout DERWriter) -> Void) -> [UInt8] {
  var writer = DERWriter(capacity: 1)
  body(&writer)
  return writer.bytes()
}
