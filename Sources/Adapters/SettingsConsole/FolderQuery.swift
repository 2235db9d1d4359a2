// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// What is asked of a folder: a text in the names, an order, and from where on.
struct FolderQuery {
  private static let furthest = 1 << 32
  private enum Order: String { case name, size, newest }

  struct Name {
    let text: String
    let isFolder: Bool
    fileprivate var number: Int64 = 0

    init(_ text: String, isFolder: Bool) {
      self.text = text
      self.isFolder = isFolder
    }
  }

  private let text: String
  /// The text as bytes, where it is ASCII.
  private let ascii: [UInt8]?
  private let order: Order
  let first: Int

  /// A text in hexadecimal, or a hyphen for any.
  init(_ parameters: [Substring]) throws(ConsoleFailure) {
    guard parameters.count == 4, let order = Order(rawValue: String(parameters[1])), let first = Int(parameters[2]),
      (0...Self.furthest).contains(first)
    else { throw .badRequest }
    if parameters[0] == "-" {
      text = ""
    } else {
      guard let bytes = [UInt8](hexadecimal: parameters[0]), let text = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest
      }
      self.text = text.lowercased()
    }
    (self.order, self.first) = (order, first)
    ascii = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  /// How many are shown at once: first more than the box of the page has room for, and more of them as somebody scrolls on.
  var most: Int { first == 0 ? 40 : 100 }

  /// Whether names are shown in their own order.
  var isByName: Bool { order == .name }

  func matches(_ name: ArraySlice<UInt8>) -> Bool {
    guard !text.isEmpty else { return true }
    guard let ascii, name.allSatisfy({ $0 < 0x80 }) else {
      return String(decoding: name, as: UTF8.self).lowercased().contains(text)
    }
    guard name.count >= ascii.count else { return false }
    return (name.startIndex...(name.endIndex - ascii.count)).contains { start in
      ascii.indices.allSatisfy { Self.small(name[start + $0]) == ascii[$0] }
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Folders first. Each is looked at.
  func sort(_ names: inout [Name], _ status: (String) -> stat?) {
    for index in names.indices {
      guard let status = status(names[index].text) else { continue }
      names[index].number = order == .size ? Int64(status.st_size) : Int64(status.st_mtim.tv_sec)
    }
    names.sort { one, two in
      guard one.isFolder == two.isFolder else { return one.isFolder }
      // A folder has no size of its own.
      guard one.number != two.number, order == .newest || !one.isFolder else { return one.text < two.text }
      return one.number > two.number
    }
  }
}
