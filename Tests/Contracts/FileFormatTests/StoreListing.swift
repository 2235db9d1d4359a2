// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import Files
import Foundation
import Glibc
import SystemCalls

/// A folder as text: version control keeps neither extended attributes nor hard links.
///
/// A line each: `folder PATH`, `file SIZE PATH`, `link PATH TARGET`, `name PATH FIRST-PATH` for a hard link; after a folder
/// or file its `attribute NAME HEX` and, of what is not zero, `bytes OFFSET BASE64`. The root's path is `.`.
enum StoreListing {
  private static let page = 4096

  static func write(_ image: TreeImage) -> String {
    var lines: [String] = []
    var placed: [TreeImage.Inode: String] = [:]
    list(image.root, ".", of: image, &placed, &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(
    _ inode: TreeImage.Inode, _ path: String, of image: TreeImage, _ placed: inout [TreeImage.Inode: String],
    _ lines: inout [String]
  ) {
    guard let node = image.nodes[inode] else { return }
    if let first = placed[inode] { return lines.append("name \(path) \(first)") }
    placed[inode] = path
    switch node.contents {
    case .directory: lines.append("folder \(path)")
    case .file(let file): lines.append("file \(file.bytes.count) \(path)")
    case .symbolicLink(let target): lines.append("link \(path) \(String(decoding: target, as: UTF8.self))")
    case .special: return
    }
    for (name, value) in node.attributes.sorted(by: { $0.key < $1.key }) {
      lines.append("attribute \(name) \(value.map { String(format: "%02x", $0) }.joined())")
    }
    if case .file(let file) = node.contents { lines += pages(file.bytes) }
    guard case .directory(let entries) = node.contents else { return }
    for (name, child) in entries.sorted(by: { $0.key < $1.key }) {
      list(child, path == "." ? name : "\(path)/\(name)", of: image, &placed, &lines)
    }
  }

  private static func pages(_ bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: page).compactMap { start in
      let page = bytes[start..<min(start + page, bytes.count)]
      return page.allSatisfy { $0 == 0 } ? nil : "bytes \(start) \(Data(page).base64EncodedString())"
    }
  }

  // MARK: - Reading

  struct Malformed: Error { let line: String }

  /// Makes an empty folder what the text says.
  static func lay(_ text: String, in top: ScratchFolder) throws {
    var current = "."
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      switch (words.first, words.count) {
      case ("folder", 2):
        current = words[1]
        if current != "." { try top.open(".", O_RDONLY | O_DIRECTORY).makeDirectory(current, mode: 0o700) }
      case ("file", 3):
        current = words[2]
        try top.open(current, O_RDWR | O_CREAT | O_EXCL).truncate(to: Int(words[1]) ?? 0)
      case ("link", 3): try top.open(".", O_RDONLY | O_DIRECTORY).makeSymbolicLink(words[1], target: words[2])
      case ("name", 3):
        let folder = try top.open(".", O_RDONLY | O_DIRECTORY)
        try folder.link(words[2], to: folder, as: words[1])
      case ("attribute", 3): try top.open(current, O_RDONLY).setExtendedAttribute(words[1], to: hex(words[2]).span)
      case ("bytes", 3):
        guard let offset = Int(words[1]), let bytes = Data(base64Encoded: words[2]) else {
          throw Malformed(line: String(line))
        }
        try top.open(current, O_RDWR).write(Array(bytes).span, at: offset)
      default: throw Malformed(line: String(line))
      }
    }
  }

  private static func hex(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
