// SPDX-License-Identifier: Apache-2.0
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
    for item in list.items {
      do throws(ControlFailure) {
        try copier.copy(item) { bytes in bar.show(done + bytes, of: list.bytes) }
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
    console.print("\(count(list.items.count { $0.kind == .file }, "file")) copied, \(done >> 20) MiB.")
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
