// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import SystemCalls

/// The record of a directory in its extended attribute `user.bailey`.
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 1 | version, 1 |
/// | 1 | 1 | class of files created in it, 0: the container's default |
/// | 2 | 16 | directory id |
/// | 18 | 2 | number of link tags: 0 for the root, 1, or 2 while it is renamed |
/// | 20 | 8 each | link tags |
/// | then | 16 | seal |
package struct DirectoryRecord: Sendable, Equatable {
  private static let version: UInt8 = 1
  private static let linksOffset = 20

  package let id: FileID
  package var protection: ProtectionClass?
  package private(set) var links: [LinkTag]

  package init(id: FileID, protection: ProtectionClass?, links: [LinkTag]) {
    self.id = id
    self.protection = protection
    self.links = links
  }

  package mutating func add(_ tag: LinkTag) {
    if !links.contains(tag) { links.append(tag) }
  }

  package mutating func remove(_ tag: LinkTag) {
    links.removeAll { $0 == tag }
  }

  // MARK: - Bytes

  package func encoded(_ keys: VolumeKeys) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.linksOffset + LinkTags.size(links) + FileRecordSeal.size)
    bytes.append(Self.version)
    bytes.append(protection?.rawValue ?? 0)
    id.append(to: &bytes)
    LinkTags.append(links, to: &bytes)
    FileRecordSeal.seal(&bytes, .directory, keys)
    return bytes
  }

  package init(_ bytes: [UInt8], _ keys: VolumeKeys) throws(FileFormatError) {
    guard let record = FileRecordSeal.opened(bytes, .directory, keys), record.count >= Self.linksOffset,
      record[0] == Self.version, let id = FileID(record[2..<18]),
      let (links, rest) = LinkTags.decode(record[18...]), rest.isEmpty
    else { throw .damagedRecord }
    let protection = ProtectionClass(rawValue: record[1])
    guard protection != nil || record[1] == 0 else { throw .damagedRecord }
    self.init(id: id, protection: protection, links: links)
  }
}
