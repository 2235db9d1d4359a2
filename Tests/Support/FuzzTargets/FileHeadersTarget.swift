// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles
import SystemCalls

/// Header slots and header areas, as found and with anything inside an authentic seal.
package enum FileHeadersTarget: FuzzTarget {
  package static let name = "FileHeaders"

  package static func run(_ bytes: [UInt8]) {
    area(bytes)
    let sealed = FormatSeal.headerSlot(bytes)
    slot(sealed)
    slot(bytes)
    area(sealed)
    area(sealed + bytes)
    area(sealed + FormatSeal.headerSlot(bytes.reversed()))
    area([UInt8](repeating: 0, count: FileHeader.slotSize) + sealed)
  }

  private static func slot(_ bytes: [UInt8]) {
    guard let header = FileHeader(slot: bytes.span, FormatSeal.volume) else { return }
    guard let again = try? header.sealed(FormatSeal.volume) else { preconditionFailure("a header can be sealed") }
    precondition(again.count == FileHeader.slotSize, "a slot has its size")
    precondition(FileHeader(slot: again.span, FormatSeal.volume) == header, "a header is what was sealed")
  }

  private static func area(_ bytes: [UInt8]) {
    guard let area = try? HeaderArea(bytes.span, FormatSeal.volume) else { return }
    let start = area.slot * FileHeader.slotSize
    let slot = bytes.span.extracting(start..<start + FileHeader.slotSize)
    precondition(FileHeader(slot: slot, FormatSeal.volume) == area.header, "the header is that of its slot")
  }
}
