// SPDX-License-Identifier: Apache-2.0

/// A property list in any of its three forms, as Foundation reads it: binary, XML, or the older text.
package enum PropertyList {
  package static func read(_ bytes: Span<UInt8>) throws(PropertyListError) -> PropertyListValue {
    guard bytes.count <= PropertyListLimits.bytes else { throw PropertyListError(line: 1, problem: .tooLarge) }
    guard !bytes.isEmpty else { throw PropertyListError(line: 1, problem: .endsEarly) }
    let all = bytes.indices.map { bytes[$0] }
    if all.starts(with: Array("bplist00".utf8)) { return try BinaryPropertyList.read(bytes) }
    let text = try TextEncoding.decoded(all)
    let isXML = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    return isXML ? try XMLPropertyList.read(text: text, .asFoundation) : try OldStylePropertyList.read(text: text)
  }
}
