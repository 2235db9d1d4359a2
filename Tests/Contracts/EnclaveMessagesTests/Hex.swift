// SPDX-License-Identifier: Apache-2.0
import WireFormat

func bytes(of hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

extension WireBuffer {
  var bytes: [UInt8] { withBytes { span in span.indices.map { span[$0] } } }
}
