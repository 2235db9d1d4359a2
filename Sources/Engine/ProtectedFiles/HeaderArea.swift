// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// The two header slots of a backing file, as they were found.
package struct HeaderArea: Sendable, Equatable {
  package let header: FileHeader
  /// Which slot the header was read from.
  package let slot: Int
  /// Whether the other slot has an older header of the file.
  package let isHalfReplaced: Bool

  /// The newest valid slot; two valid slots that name different files are no accident.
  package init(_ area: Span<UInt8>, _ keys: VolumeKeys) throws(FileFormatError) {
    let found = (0..<2).compactMap { slot -> HeaderArea? in
      let range = slot * FileHeader.slotSize..<(slot + 1) * FileHeader.slotSize
      guard area.count >= range.upperBound else { return nil }
      return FileHeader(slot: area.extracting(range), keys).map { HeaderArea(header: $0, slot: slot) }
    }
    guard let newest = found.max(by: { $0.header.sequence < $1.header.sequence }),
      found.allSatisfy({ $0.header.id == newest.header.id })
    else { throw .damagedHeader }
    let isHalfReplaced = found.contains { $0.header.sequence != newest.header.sequence }
    self.init(header: newest.header, slot: newest.slot, isHalfReplaced: isHalfReplaced)
  }

  private init(header: FileHeader, slot: Int, isHalfReplaced: Bool = false) {
    self.header = header
    self.slot = slot
    self.isHalfReplaced = isHalfReplaced
  }

  /// Reads the header, and ends a change of class that a crash has interrupted: the other slot still has the key as it
  /// was wrapped before. A file that cannot be written stays as it is.
  static func load(_ file: borrowing FileDescriptor, _ keys: VolumeKeys) throws(FileFormatError) -> HeaderArea {
    let bytes = try file.call { (file) throws(SystemError) in try file.read(count: BlockLayout.headerArea, at: 0) }
    let area = try HeaderArea(bytes.span, keys)
    if area.isHalfReplaced { area.finishReplacement(bytes.span, in: file) }
    return area
  }

  private func finishReplacement(_ area: Span<UInt8>, in file: borrowing FileDescriptor) {
    let newest = area.extracting(slot * FileHeader.slotSize..<(slot + 1) * FileHeader.slotSize)
    do {
      let times = TimesOfContent(try file.status())
      try file.write(newest, at: (1 - slot) * FileHeader.slotSize)
      try file.syncData()
      try times.restore(on: file)
    } catch {
      return
    }
  }

  /// Writes the header of a new file; the second slot stays empty until the class changes.
  static func create(
    _ header: FileHeader, in file: borrowing FileDescriptor, _ keys: VolumeKeys
  ) throws(FileFormatError) -> HeaderArea {
    let slot = try header.sealed(keys)
    let area = slot + [UInt8](repeating: 0, count: BlockLayout.headerArea - slot.count)
    try file.call { (file) throws(SystemError) in try file.write(area.span, at: 0) }
    return HeaderArea(header: header, slot: 0)
  }

  /// Puts a new header in place of this one, so that a crash leaves one of them and afterwards no trace of the old
  /// wrapped key remains: the other slot is written and synced, then this slot gets the same bytes.
  func replace(
    with header: FileHeader, in file: borrowing FileDescriptor, _ keys: VolumeKeys
  ) throws(FileFormatError) -> HeaderArea {
    let sealed = try header.sealed(keys)
    let other = 1 - slot
    try file.call { (file) throws(SystemError) in
      try file.write(sealed.span, at: other * FileHeader.slotSize)
      try file.syncData()
      try file.write(sealed.span, at: slot * FileHeader.slotSize)
      try file.syncData()
    }
    return HeaderArea(header: header, slot: other)
  }
}
