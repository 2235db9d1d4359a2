// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// What is asked of a folder: a text in the names, an order, and from where on.
struct FolderQuery {
  static let most = 200
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
  private let order: Order
  let first: Int

  /// A text in hexadecimal, or a hyphen for any.
  init(_ parameters: [Substring]) throws(ConsoleFailure) {
    guard parameters.count == 4, let order = Order(rawValue: String(parameters[1])), let first = Int(parameters[2]),
      first >= 0
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
  }

  func matches(_ name: String) -> Bool { text.isEmpty || name.lowercased().contains(text) }

  /// Folders first. Only for an order that needs it, each is looked at.
  func sort(_ names: inout [Name], _ status: (String) -> stat?) {
    if order != .name {
      for index in names.indices {
        guard let status = status(names[index].text) else { continue }
        names[index].number = order == .size ? Int64(status.st_size) : Int64(status.st_mtim.tv_sec)
      }
    }
    names.sort { one, two in
      guard one.isFolder == two.isFolder else { return one.isFolder }
      // A folder has no size of its own.
      guard one.number != two.number, order == .newest || !one.isFolder else { return one.text < two.text }
      return one.number > two.number
    }
  }
}
