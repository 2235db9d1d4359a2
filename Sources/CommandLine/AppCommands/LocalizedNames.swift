// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppModel
import Files
import Glibc
import PropertyLists
import SystemCalls
import TerminalConsole

/// The names of a bundle in other languages: `LANGUAGE.lproj/InfoPlist.strings`.
struct LocalizedNames {
  /// The texts by the name of the language's folder.
  let texts: [String: [String: String]]

  private static let maximum = 200
  private static let ending = ".lproj"
  private static let file = "InfoPlist.strings"

  init(of folder: borrowing FileDescriptor, at path: String) throws(CommandFailure) {
    var names: [String] = []
    do {
      try folder.forEachEntry { entry in
        let name = String(decoding: entry.name, as: UTF8.self)
        if name.hasSuffix(Self.ending) { names.append(name) }
        return names.count < Self.maximum ? .proceed : .stop
      }
    } catch {
      throw .file(path: path, error)
    }
    var texts: [String: [String: String]] = [:]
    for name in names.sorted() {
      let file = "\(name)/\(Self.file)"
      let bytes: [UInt8]?
      do throws(BundleDefect) {
        bytes = try BundleSeal.contents(of: file, in: folder, atMost: PropertyListLimits.bytes)
      } catch {
        throw .particular(error.sentence(path), .failed)
      }
      guard let bytes else { continue }
      do throws(PropertyListError) {
        texts[String(name.dropLast(Self.ending.count))] = try StringsFile.read(bytes.span)
      } catch {
        throw .particular("\(path)/\(file): line \(error.line): \(error.problem.sentence)", .failed)
      }
    }
    self.texts = texts
  }

  /// The app's name in each language that has one.
  var names: [String: String] {
    texts.compactMapValues { $0["CFBundleDisplayName"] ?? $0["CFBundleName"] }
  }
}
