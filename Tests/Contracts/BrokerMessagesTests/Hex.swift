// SPDX-License-Identifier: Apache-2.0
import WireFormat

func bytes(of hex: String) -> [UInt8] {
  let digits = hex.filter { $0 != " " && $0 != "\n" }
  return stride(from: 0, to: digits.count, by: 2).map { offset in
    let start = digits.index(digits.startIndex, offsetBy: offset)
    return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) ?? 0
  }
}

extension WireBuffer {
  var bytes: [UInt8] { withBytes { span in span.indices.map { span[$0] } } }
}
