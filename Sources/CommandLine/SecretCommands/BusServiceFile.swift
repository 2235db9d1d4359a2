// SPDX-License-Identifier: Apache-2.0
import Advice
import Files
import Glibc
import OwnProcess
import SecretAccess
import SystemCalls
import TerminalConsole

/// The file by which the session's bus finds Bailey's service (D-Bus specification, "Message Bus Starting Services"): one of the
/// person's own, which counts before those of the system.
struct BusServiceFile {
  static let name = SecretPermissions.name
  private static let file = "\(name).service"
  /// The line that marks a service file as Bailey's.
  private static let mark = "X-Bailey=1"

  /// The unit by which systemd starts it, confined, where the bus leaves that to systemd.
  private static let unit = "bailey-secrets.service"
  private static let packaged = (program: "/usr/lib/bailey/bailey-secrets", unit: "/usr/lib/systemd/user/\(unit)")

  private let folder: String
  private let program: String
  var path: String { "\(folder)/\(Self.file)" }

  static func current() throws(CommandFailure) -> BusServiceFile {
    let data = Environment.value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let data = data ?? Environment.homeDirectory.map({ $0 + "/.local/share" }) else { throw .noHomeDirectory }
    do throws(SystemError) {
      return BusServiceFile(folder: data + "/dbus-1/services", program: try Environment.executablePath() + "-secrets")
    } catch {
      throw .particular("This program does not know where it is: \(error.reason).", .failed)
    }
  }

  var isOurs: Bool { text(of: path)?.contains(Self.mark) == true }

  /// A file that is not ours stays as it is.
  func write() throws(CommandFailure) {
    guard isOurs || text(of: path) == nil else { throw notOurs }
    let home = Environment.value("BAILEY_HOME").map { " --home " + Self.quoted(absolute($0)) } ?? ""
    let unit = home.isEmpty && isPackaged ? "SystemdService=\(Self.unit)\n" : ""
    let text = """
      [D-BUS Service]
      Name=\(Self.name)
      Exec=\(Self.quoted(program))\(home)
      \(unit)\(Self.mark)

      """
    do throws(SystemError) {
      try FileDescriptor.makeFolders(folder, mode: 0o755)
      let entries = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let file = try UnfinishedFile(in: entries, ".bailey-service-")
      try file.file.write(Array(text.utf8).span)
      try file.rename(to: Self.file, in: entries)
    } catch {
      throw .file(path: path, error)
    }
  }

  /// Removes the file, where there is one.
  func remove() throws(CommandFailure) {
    guard text(of: path) != nil else { return }
    guard isOurs else { throw notOurs }
    do throws(SystemError) {
      try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).unlink(Self.file)
    } catch {
      throw .file(path: path, error)
    }
  }

  /// The unit names the installed program: it is of no use to another.
  private var isPackaged: Bool { program == Self.packaged.program && text(of: Self.packaged.unit) != nil }

  private var notOurs: CommandFailure {
    .particular("\(path) is not Bailey's, and stays as it is.\nTry: move it away, then the command again", .failed)
  }

  private func text(of path: String) -> String? {
    let bytes = try? FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: 1 << 16)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : Environment.currentDirectory + "/" + path
  }

  /// A word quoted as the bus reads it: as a shell does, of a value in which a backslash stands for itself where there
  /// are two (Desktop Entry Specification).
  static func quoted(_ word: String) -> String {
    let shell = "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    return shell.reduce(into: "") { value, character in
      switch character {
      case "\\": value += #"\\"#
      case "\n": value += #"\n"#
      case "\r": value += #"\r"#
      case "\t": value += #"\t"#
      default: value.append(character)
      }
    }
  }
}
