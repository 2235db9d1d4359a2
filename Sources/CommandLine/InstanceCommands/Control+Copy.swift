// SPDX-License-Identifier: Apache-2.0
import Advice
import Glibc
import ProtectionModel
import SystemCalls
import TerminalConsole

// MARK: - files copy

extension Control {
  func copy(_ options: CopyOptions) throws(ControlFailure) {
    let target = try ProtectedPath(options.folder, mount: try mount())
    let list = CopyList(options.sources, leaving: try target.device())
    let bar = ProgressBar(console, counting: .bytes)
    var left = list.leftOut
    for item in list.leftOut { tell(item, bar) }
    let copier = FileCopier(folder: options.folder, protectionClass: options.protectionClass)
    copier.removeUnfinished()
    var done = 0
    var classes: [ProtectionClass] = []
    for item in list.items {
      do throws(ControlFailure) {
        if let given = try copier.copy(item, progress: { bytes in bar.show(done + bytes, of: list.bytes) }) {
          classes.append(given)
        }
      } catch {
        guard error.isOfOneFile else {
          bar.clear()
          throw error
        }
        left.append(error)
        tell(error, bar)
      }
      done += item.size
    }
    copier.finishFolders(list.items)
    bar.clear()
    if !left.isEmpty { throw .someFailed(left.count) }
    let files = count(list.items.count { $0.kind == .file }, "file")
    let size = done < 1 << 20 ? count(done, "byte") : "\(done >> 20) MiB"
    console.print("\(files) copied, \(size)\(summary(of: classes)).")
  }

  /// The class that files were given, or how many were given each.
  private func summary(of classes: [ProtectionClass]) -> String {
    let given = ProtectionClass.allCases.filter(classes.contains)
    if given.count == 1 { return ", class \(given[0].name)" }
    let counts = given.map { one in "\(classes.count { $0 == one }) \(one.name)" }
    return counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")
  }

  private func tell(_ failure: ControlFailure, _ bar: ProgressBar) {
    bar.clear()
    console.note("bailey: " + Advice(for: failure).text)
  }
}

extension ControlFailure {
  /// A locked instance or a full disk fails every other file too.
  fileprivate var isOfOneFile: Bool {
    if case .file(_, let error) = self { return error.code != ENOSPC && error.code != EDQUOT && error.code != ENOTCONN }
    if case .notCopied = self { return true }
    return false
  }
}
