// SPDX-License-Identifier: Apache-2.0

/// The record of a file in its extended attribute `user.bailey`: its id, its size, and the names it goes by.
///
/// An attribute and not part of the header because file systems keep attribute changes in order with changes of size
/// and name, so after a power cut a longer file or a new name is never without the record that allows it.
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 1 | version: 2 if ranges of holes are listed, else 1 |
/// | 1 | 1 | flags: 1 settled, 2 may have holes, 4 synced |
/// | 2 | 16 | file id |
/// | 18 | 8 | size in plaintext bytes: exact if settled, else a lower bound |
/// | 26 | 4 | epoch in which the size was stored without a sync, else 0 (`StoreEpochs`) |
/// | 30 | 2 | number of link tags |
/// | 32 | 8 each | link tags |
/// | then | 2 | version 2: number of ranges |
/// | then | 16 each | ranges of blocks that may be holes: the first, and the one after the last |
/// | then | 16 | seal |
package struct FileRecord: Sendable, Equatable {
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The size is exact: backing bytes missing or left over are damage.
    package static let settled = Flags(rawValue: 1)
    /// The file has had holes since it was last empty: where `holes` allows it, blocks of zero bytes read as zeros.
    /// Without this flag they are damage.
    package static let mayHaveHoles = Flags(rawValue: 2)
    /// A program has synced the contents: they must survive a partial write.
    package static let synced = Flags(rawValue: 4)
  }

  /// The maximum number of links that fits into one attribute on a file system with blocks of 4096 bytes.
  package static let maximumLinks = 480
  /// The most ranges of holes that are listed; fewer where many links leave no room for them.
  package static let maximumHoles = 64
  private static let linksOffset = 30

  private enum Version: UInt8 {
    /// All blocks may be holes, if any may.
    case withoutHoles = 1
    case withHoles = 2
  }

  package let id: FileID
  package var flags: Flags
  package var size: Int
  package var epoch: UInt32
  package private(set) var links: [LinkTag]
  /// The blocks that may be holes.
  package private(set) var holes: HoleRanges

  package init(
    id: FileID, flags: Flags = [], holes: HoleRanges = .none, size: Int = 0, epoch: UInt32 = 0, links: [LinkTag]
  ) {
    self.id = id
    self.flags = flags
    self.holes = holes
    self.size = size
    self.epoch = epoch
    self.links = links
  }

  /// Whether the file was never closed, synced or cut. If its header is missing too, its creation was interrupted.
  package var promisesNothing: Bool { size == 0 && flags.isDisjoint(with: [.settled, .synced]) }

  package mutating func add(_ tag: LinkTag) throws(FileFormatError) {
    guard !links.contains(tag) else { return }
    guard links.count < Self.maximumLinks else { throw .tooManyLinks }
    links.append(tag)
  }

  package mutating func remove(_ tag: LinkTag) {
    links.removeAll { $0 == tag }
  }

  // MARK: - Holes

  /// Lets more blocks be holes.
  package mutating func allowHoles(_ blocks: Range<Int>) {
    guard !blocks.isEmpty else { return }
    flags.insert(.mayHaveHoles)
    holes.insert(blocks)
  }

  /// Takes over which blocks are holes, as far as there is room to list them.
  mutating func setHoles(_ ranges: HoleRanges) {
    holes = ranges.listed(atMost: Self.roomForHoles(besides: links.count))
  }

  /// Forgets all holes. To be called when the file has been emptied.
  mutating func forgetHoles() {
    flags.remove(.mayHaveHoles)
    holes = .none
  }

  private static func roomForHoles(besides links: Int) -> Int { min(maximumHoles, (maximumLinks - links) / 2) }

  // MARK: - Bytes

  package func encoded(_ keys: VolumeKeys) -> [UInt8] {
    var bytes: [UInt8] = []
    let listed = flags.contains(.mayHaveHoles) ? holes.listed(atMost: Self.roomForHoles(besides: links.count)) : .none
    let version = flags.contains(.mayHaveHoles) && listed != .all ? Version.withHoles : .withoutHoles
    bytes.reserveCapacity(Self.linksOffset + LinkTags.size(links) + HoleList.size(listed) + FileRecordSeal.size)
    bytes.append(version.rawValue)
    bytes.append(flags.rawValue)
    id.append(to: &bytes)
    bytes.append(bigEndian: UInt64(size))
    bytes.append(bigEndian: epoch)
    LinkTags.append(links, to: &bytes)
    if version == .withHoles { HoleList.append(listed, to: &bytes) }
    FileRecordSeal.seal(&bytes, .file, keys)
    return bytes
  }

  package init(_ bytes: [UInt8], _ keys: VolumeKeys) throws(FileFormatError) {
    guard let record = FileRecordSeal.opened(bytes, .file, keys), record.count >= Self.linksOffset,
      let version = Version(rawValue: record[0]), let id = FileID(record[2..<18]),
      let (links, rest) = LinkTags.decode(record[30...]),
      let holes = Self.holes(version, Flags(rawValue: record[1]), rest),
      let size = Int(exactly: UInt64(bigEndian: record[18..<26])), size <= BlockLayout.largestSize
    else { throw .damagedRecord }
    guard holes == .all || holes.ranges.count <= Self.roomForHoles(besides: links.count) else { throw .damagedRecord }
    let epoch = UInt32(bigEndian: record[26..<30])
    self.init(id: id, flags: Flags(rawValue: record[1]), holes: holes, size: size, epoch: epoch, links: links)
  }

  private static func holes(_ version: Version, _ flags: Flags, _ bytes: ArraySlice<UInt8>) -> HoleRanges? {
    switch version {
    case .withoutHoles: bytes.isEmpty ? (flags.contains(.mayHaveHoles) ? .all : HoleRanges.none) : nil
    case .withHoles: flags.contains(.mayHaveHoles) ? HoleList.decode(bytes) : nil
    }
  }
}

/// A count of 2 bytes and the tags.
enum LinkTags {
  static func size(_ tags: [LinkTag]) -> Int { 2 + tags.count * LinkTag.size }

  static func append(_ tags: [LinkTag], to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(tags.count))
    for tag in tags { bytes.append(bigEndian: tag.value) }
  }

  /// The tags, and what follows them.
  static func decode(_ bytes: ArraySlice<UInt8>) -> ([LinkTag], rest: ArraySlice<UInt8>)? {
    guard bytes.count >= 2 else { return nil }
    let count = Int(UInt16(bigEndian: bytes.prefix(2)))
    let tags = bytes.dropFirst(2)
    guard count <= FileRecord.maximumLinks, tags.count >= count * LinkTag.size else { return nil }
    let links = (0..<count).map {
      LinkTag(value: UInt64(bigEndian: tags.dropFirst($0 * LinkTag.size).prefix(LinkTag.size)))
    }
    return (links, tags.dropFirst(count * LinkTag.size))
  }
}

/// A count of 2 bytes and the ranges.
private enum HoleList {
  private static let rangeSize = 16

  static func size(_ holes: HoleRanges) -> Int { 2 + holes.ranges.count * rangeSize }

  static func append(_ holes: HoleRanges, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(holes.ranges.count))
    for range in holes.ranges {
      bytes.append(bigEndian: UInt64(range.lowerBound))
      bytes.append(bigEndian: UInt64(range.upperBound))
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>) -> HoleRanges? {
    guard bytes.count >= 2 else { return nil }
    let count = Int(UInt16(bigEndian: bytes.prefix(2)))
    let list = bytes.dropFirst(2)
    guard count <= FileRecord.maximumHoles, list.count == count * rangeSize else { return nil }
    var ranges: [Range<Int>] = []
    for index in 0..<count {
      let entry = list.dropFirst(index * rangeSize)
      guard let start = Int(exactly: UInt64(bigEndian: entry.prefix(8))),
        let end = Int(exactly: UInt64(bigEndian: entry.dropFirst(8).prefix(8))), start < end
      else { return nil }
      ranges.append(start..<end)
    }
    return HoleRanges(decoded: ranges)
  }
}
