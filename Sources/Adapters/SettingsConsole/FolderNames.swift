// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The names in a folder as they were read, in the order in which they are shown: a key of a search reads none of them again.
struct FolderNames: Sendable {
  let all: Int
  /// Names that are no text have no place in a page; the command line shows them.
  let unreadable: Int
  private let device: UInt
  private let inode: UInt
  /// The record of each name: whether it is a folder's, its length, and itself. Thousands of them are kept.
  private let records: [UInt8]

  init(of folder: borrowing FileDescriptor) throws(SystemError) {
    let status = try folder.status()
    var (names, all, unreadable): ([FolderQuery.Name], Int, Int) = ([], 0, 0)
    try folder.forEachEntry { entry in
      guard Int(entry.kind) == DT_REG || Int(entry.kind) == DT_DIR else { return .proceed }
      all += 1
      if let name = String(validating: entry.name, as: UTF8.self) {
        names.append(FolderQuery.Name(name, isFolder: Int(entry.kind) == DT_DIR))
      } else {
        unreadable += 1
      }
      return .proceed
    }
    names.sort { ($0.isFolder ? 0 : 1, $0.text) < ($1.isFolder ? 0 : 1, $1.text) }
    var records: [UInt8] = []
    for name in names {
      records.append(name.isFolder ? 1 : 0)
      // No name has more than 255 bytes.
      records.append(UInt8(clamping: name.text.utf8.count))
      records += name.text.utf8.prefix(Int(UInt8.max))
    }
    (self.all, self.unreadable, self.records) = (all, unreadable, records)
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  func isOf(_ folder: borrowing FileDescriptor) -> Bool {
    guard let status = try? folder.status() else { return false }
    return (UInt(status.st_dev), UInt(status.st_ino)) == (device, inode)
  }

  /// What a query shows of those that it means, and how many it means.
  func part(_ query: FolderQuery, _ status: (String) -> stat?) -> (names: [FolderQuery.Name], total: Int) {
    var (found, total): ([FolderQuery.Name], Int) = ([], 0)
    let shown = query.first..<(query.first + query.most)
    forEach { isFolder, name in
      guard query.matches(name) else { return }
      if !query.isByName || shown.contains(total) {
        found.append(FolderQuery.Name(String(decoding: name, as: UTF8.self), isFolder: isFolder))
      }
      total += 1
    }
    guard !query.isByName else { return (found, total) }
    query.sort(&found, status)
    return (Array(found.dropFirst(query.first).prefix(query.most)), total)
  }

  private func forEach(_ body: (_ isFolder: Bool, _ name: ArraySlice<UInt8>) -> Void) {
    var index = 0
    while index < records.count {
      let end = index + 2 + Int(records[index + 1])
      body(records[index] == 1, records[(index + 2)..<end])
      index = end
    }
  }
}
