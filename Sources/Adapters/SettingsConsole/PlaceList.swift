// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import JSONCoding
import OwnProcess
import SystemCalls

/// The folders in a folder of the person's, from which a bundle is picked: their names, and nothing of what is in them.
struct PlaceList {
  /// The most places that are listed: more than anybody looks through.
  private static let most = 1000

  private let folder: String
  private var names: [String] = []
  private var isWhole = true

  /// The path without its first slash, as it stands in the address; empty for the person's home.
  init(path: Substring) throws(ConsoleFailure) {
    guard !path.utf8.contains(where: { $0 < 0x20 }), path.utf8.count < Int(PATH_MAX) else { throw .badRequest }
    guard let home = Environment.homeDirectory else { throw .notFound }
    folder = path.isEmpty ? home : "/" + path
    var found: [String] = []
    do throws(SystemError) {
      let entries = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      try entries.forEachEntry { entry in
        // Links may lead to folders.
        guard [DT_DIR, DT_LNK, DT_UNKNOWN].contains(Int(entry.kind)), entry.name.first != UInt8(ascii: ".") else {
          return .proceed
        }
        if let name = String(validating: entry.name, as: UTF8.self) { found.append(name) }
        return found.count > Self.most ? .stop : .proceed
      }
    } catch {
      throw .ofFile(error)
    }
    isWhole = found.count <= Self.most
    names = found.prefix(Self.most).sorted { $0.lowercased() < $1.lowercased() }
  }

  var json: JSONValue {
    .members(["path": .string(folder), "names": .strings(names), "isWhole": .bool(isWhole)])
  }
}
