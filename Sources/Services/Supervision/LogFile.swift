// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The log of an instance's processes: lines of time, process and text, in `log/bailey.log`.
///
/// A file that has grown large becomes `bailey.log.1`, that one `bailey.log.2`; older ones go. A line that cannot be
/// written is lost: a full disk must not stop the files.
final class LogFile {
  private static let name = "bailey.log"
  private let largest: Int
  private let folder: FileDescriptor
  private var size = 0
  private var file: FileDescriptor?

  init(in folder: consuming FileDescriptor, largest: Int = 1 << 20) {
    self.folder = folder
    self.largest = largest
    open()
  }

  func write(_ line: String, from process: String) {
    let text = String(line.map { $0.isASCII && !$0.isPrintable ? "?" : $0 })
    let bytes = Array("\(Timestamp.now) \(process): \(text)\n".utf8)
    if size + bytes.count > largest { rotate() }
    guard (try? file?.write(bytes.span)) != nil else { return }
    size += bytes.count
  }

  private func open() {
    file = try? folder.open(Self.name, O_WRONLY | O_APPEND | O_CREAT, mode: 0o600)
    size = (try? folder.status(of: Self.name).st_size).map { Int($0) } ?? 0
  }

  private func rotate() {
    file = nil
    try? folder.rename(Self.name + ".1", to: folder, as: Self.name + ".2")
    try? folder.rename(Self.name, to: folder, as: Self.name + ".1")
    open()
  }
}

extension Character {
  fileprivate var isPrintable: Bool { asciiValue.map { 0x20...0x7E ~= $0 } ?? true }
}
