// SPDX-License-Identifier: Apache-2.0

/// What a file's extended attribute `user.bailey` says of it: its id, its size, and the names it goes by.
///
/// An attribute and not part of the header because file systems keep attribute changes in order with changes of size
/// and name, so after a power cut a longer file or a new name is never without the record that allows it.
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 1 | version, 1 |
/// | 1 | 1 | flags: 1 settled, 2 may have holes, 4 synced |
/// | 2 | 16 | file id |
/// | 18 | 8 | size in plaintext bytes: exact if settled, else a lower bound |
/// | 26 | 4 | epoch in which the size was stored without a sync, else 0 (`StoreEpochs`) |
/// | 30 | 2 | number of link tags |
/// | 32 | 8 each | link tags |
/// | then | 16 | seal |
package struct FileRecord: Sendable, Equatable {
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The size is exact: backing bytes missing or left over are damage.
    package static let settled = Flags(rawValue: 1)
    /// Blocks of zero bytes are holes and read as zeros. Without this flag they are damage.
    package static let mayHaveHoles = Flags(rawValue: 2)
    /// A program has synced the contents: they must survive a partial write.
    package static let synced = Flags(rawValue: 4)
  }

  /// What fits into one attribute on a file system with blocks of 4096 bytes.
  package static let maximumLinks = 480
  private static let version: UInt8 = 1
  private static let linksOffset = 30

  package let id: FileID
  package var flags: Flags
  package var size: Int
  package var epoch: UInt32
  package private(set) var links: [LinkTag]

  package init(id: FileID, flags: Flags = [], size: Int = 0, epoch: UInt32 = 0, links: [LinkTag]) {
    self.id = id
    self.flags = flags
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

  // MARK: - Bytes

  package func encoded(_ keys: VolumeKeys) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.linksOffset + LinkTags.size(links) + RecordSeal.size)
    bytes.append(Self.version)
    bytes.append(flags.rawValue)
    id.append(to: &bytes)
    bytes.append(bigEndian: UInt64(size))
    bytes.append(bigEndian: epoch)
    LinkTags.append(links, to: &bytes)
    RecordSeal.seal(&bytes, .file, keys)
    return bytes
  }

  package init(_ bytes: [UInt8], _ keys: VolumeKeys) throws(FileFormatError) {
    guard let record = RecordSeal.opened(bytes, .file, keys), record.count >= Self.linksOffset,
      record[0] == Self.version, let id = FileID(record[2..<18]),
      let links = LinkTags.decode(record[30...]),
      let size = Int(exactly: UInt64(bigEndian: record[18..<26])), size <= BlockLayout.largestSize
    else { throw .damagedRecord }
    let epoch = UInt32(bigEndian: record[26..<30])
    self.init(id: id, flags: Flags(rawValue: record[1]), size: size, epoch: epoch, links: links)
  }
}

/// A count of 2 bytes and the tags.
enum LinkTags {
  static func size(_ tags: [LinkTag]) -> Int { 2 + tags.count * LinkTag.size }

  static func append(_ tags: [LinkTag], to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(tags.count))
    for tag in tags { bytes.append(bigEndian: tag.value) }
  }

  static func decode(_ bytes: ArraySlice<UInt8>) -> [LinkTag]? {
    guard bytes.count >= 2 else { return nil }
    let count = Int(UInt16(bigEndian: bytes.prefix(2)))
    let tags = bytes.dropFirst(2)
    guard count <= FileRecord.maximumLinks, tags.count == count * LinkTag.size else { return nil }
    return (0..<count).map {
      LinkTag(value: UInt64(bigEndian: tags.dropFirst($0 * LinkTag.size).prefix(LinkTag.size)))
    }
  }
}
