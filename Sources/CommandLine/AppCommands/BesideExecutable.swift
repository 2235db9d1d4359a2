// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import Glibc
import SystemCalls
import TerminalConsole

/// `Info.plist` beside a plain executable: where Foundation looks for what `Bundle.main` says.
struct BesideExecutable {
  private let folder: String

  init(_ file: RegisteredFile) {
    switch file {
    case .executable(let path):
      folder = SplitPath(path).folder
    case .folder(let path): folder = path
    }
  }

  /// Writes the property list beside the executable. One that names another program is left as it is, and reported.
  func write(_ identifier: String) throws(CommandFailure) {
    let path = "\(folder)/\(AppDescription.file)"
    do throws(SystemError) {
      let folder = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>\(identifier)</string></dict></plist>

        """
      do {
        let file = try folder.open(AppDescription.file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
        try file.write(Array(text.utf8).span, at: 0)
        return
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      let known = try folder.open(AppDescription.file, O_RDONLY).readToEnd(atMost: 1 << 20)
      guard String(decoding: known, as: UTF8.self).contains("<string>\(identifier)</string>") else {
        throw SystemError(.open, code: EEXIST)
      }
    } catch {
      guard error.code == EEXIST else { throw .file(path: path, error) }
      throw .particular(
        "\(path) is there, and names another identifier: the program is registered, and Bundle.main goes on saying that one.",
        .failed)
    }
  }
}
