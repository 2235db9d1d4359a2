// SPDX-License-Identifier: Apache-2.0
import Files
package import SystemCalls

/// The two header slots of a backing file, as they were found.
package struct HeaderArea: Sendable, Equatable {
  package let header: FileHeader
  /// The slot that the header was read from.
  package let slot: Int
  package let otherSlot: OtherSlot

  /// The contents of the slot that the header was not read from.
  package enum OtherSlot: Sendable {
    /// The same header, or none because the class never changed.
    case asItShouldBe
    /// An older header, with the key as it was wrapped then: a change of class was interrupted.
    case older
    case damaged
  }

  /// Reads the newest valid slot. Two valid slots that name different files are a forgery and refused.
  package init(_ area: Span<UInt8>, _ keys: VolumeKeys) throws(FileFormatError) {
    let found = (0..<2).compactMap { slot -> HeaderArea? in
      let range = Self.range(ofSlot: slot)
      guard area.count >= range.upperBound else { return nil }
      return FileHeader(slot: area.extracting(range), keys).map { HeaderArea(header: $0, slot: slot) }
    }
    guard let newest = found.max(by: { $0.header.sequence < $1.header.sequence }),
      found.allSatisfy({ $0.header.id == newest.header.id })
    else { throw .damagedHeader }
    let other = Self.range(ofSlot: 1 - newest.slot)
    let isUnused = newest.slot == 0 && area.count >= other.upperBound && area.extracting(other).isZero
    let otherSlot: OtherSlot =
      found.count == 1
      ? (isUnused ? .asItShouldBe : .damaged)
      : found.allSatisfy { $0.header.sequence == newest.header.sequence } ? .asItShouldBe : .older
    self.init(header: newest.header, slot: newest.slot, otherSlot)
  }

  private init(header: FileHeader, slot: Int, _ otherSlot: OtherSlot = .asItShouldBe) {
    self.header = header
    self.slot = slot
    self.otherSlot = otherSlot
  }

  private static func range(ofSlot slot: Int) -> Range<Int> {
    slot * FileHeader.slotSize..<(slot + 1) * FileHeader.slotSize
  }

  /// Reads the header. Where a crash has interrupted a change of class, the other slot still has the key as it was
  /// wrapped before: that slot is overwritten. A file that cannot be written stays as it is.
  static func load(_ file: borrowing FileDescriptor, _ keys: VolumeKeys) throws(FileFormatError) -> HeaderArea {
    let bytes = try file.call { (file) throws(SystemError) in try file.read(count: BlockLayout.headerArea, at: 0) }
    let area = try HeaderArea(bytes.span, keys)
    if area.otherSlot == .older { try? area.mendOtherSlot(in: file) }
    return area
  }

  /// Gives both slots the header.
  package func mendOtherSlot(in file: borrowing FileDescriptor) throws(SystemError) {
    let times = TimesOfContent(try file.status())
    let newest = try file.read(count: FileHeader.slotSize, at: Self.range(ofSlot: slot).lowerBound)
    try file.write(newest.span, at: Self.range(ofSlot: 1 - slot).lowerBound)
    try file.syncData()
    try times.restore(on: file)
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
  /// wrapped key remains: the other slot is written and synced, then this slot gets the same bytes. Where the wrapped key
  /// stays, those need not be on the disk at once.
  func replace(
    with header: FileHeader, in file: borrowing FileDescriptor, _ keys: VolumeKeys
  ) throws(FileFormatError) -> HeaderArea {
    let sealed = try header.sealed(keys)
    let other = 1 - slot
    try file.call { (file) throws(SystemError) in
      try file.write(sealed.span, at: other * FileHeader.slotSize)
      try file.syncData()
      try file.write(sealed.span, at: slot * FileHeader.slotSize)
      if header.wrappedKey != self.header.wrappedKey { try file.syncData() }
    }
    return HeaderArea(header: header, slot: other)
  }
}
