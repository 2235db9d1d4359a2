// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import ConsentModel
import FolderAccess
import Glibc
import LinuxSystem
import MessageBus
import PromptModel

/// `org.freedesktop.portal.FileChooser`: the person chooses with Bailey, and the app finds what they chose in its `~/Shared`.
struct FileChooserPortal: Sendable {
  private let app: PortalAccess.App
  private let connection: BusConnection
  /// One question at a time; more than these wait for no answer.
  private let waiting = Locked(0)
  private static let mostWaiting = 8

  init(_ app: PortalAccess.App, _ connection: BusConnection) {
    self.app = app
    self.connection = connection
  }

  /// On the connection's thread.
  func answer(_ request: BusRequest) {
    let message = request.message
    guard let call = FileChooserCall(message.member, message.arguments) else {
      return request.fail("org.freedesktop.DBus.Error.InvalidArgs", "That is no request to choose a file.")
    }
    guard let folders = app.folders, folders.mayChoose else {
      return request.fail(
        "org.freedesktop.portal.Error.NotAllowed",
        "The app is not entitled to files that the person chooses: com.apple.security.files.user-selected.read-only.")
    }
    let hasRoom = waiting.withLock { count in
      guard count < Self.mostWaiting else { return false }
      count += 1
      return true
    }
    guard hasRoom else {
      return request.fail("org.freedesktop.DBus.Error.LimitsExceeded", "Too many files are asked for.")
    }
    let portal = PortalRequest(of: message, options: call.options, on: connection)
    portal.begin(request) { [self] portal in
      defer { waiting.withLock { $0 -= 1 } }
      choose(call.use, call.name, folders, portal)
    }
  }

  private func choose(
    _ use: FileQuestion.Use, _ name: String, _ folders: FolderAccess, _ portal: PortalRequest
  ) {
    let typed: String?
    do { typed = try app.owner.choosePath(use, suggestion: name) } catch { return portal.respond(.other) }
    guard let typed else { return portal.respond(.cancelled) }
    guard let path = ChosenPath(typed, use)?.path,
      let inside = folders.choose(path, use == .save || folders.mayChange ? .writing : .reading)
    else { return portal.respond(.other) }
    portal.respond(
      .success,
      ["uris": .strings(["file://" + Self.escaped(inside)]), "writable": .boolean(use == .save || folders.mayChange)])
  }

  /// As RFC 3986 has it: what is not a letter, a digit, or one of a few signs is written by its bytes.
  static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 47, 95, 126: text.append(Character(UnicodeScalar(byte)))
      default: text += ["%", String(digits[Int(byte >> 4)]), String(digits[Int(byte & 15)])].joined()
      }
    }
  }
}

/// What the person typed, as a path without links.
struct ChosenPath {
  let path: String

  /// Nil where it is not there, is of another kind than asked for, or, of a file to be saved, where its folder is not there.
  init?(_ typed: String, _ use: FileQuestion.Use) {
    var text = Substring(typed)
    while text.last == " " || text.last == "\n" { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    guard let home = Environment.homeDirectory, !text.isEmpty else { return nil }
    let absolute =
      text.hasPrefix("/") ? String(text) : text.hasPrefix("~/") ? home + text.dropFirst(1) : "\(home)/\(text)"
    if let canonical = Environment.canonicalPath(absolute) {
      guard let status = try? FileDescriptor.open(canonical, OpenFlag.path | O_NOFOLLOW).status() else { return nil }
      let wanted = use == .folder ? S_IFDIR : S_IFREG
      guard status.st_mode & S_IFMT == wanted else { return nil }
      path = canonical
      return
    }
    guard use == .save, let slash = absolute.lastIndex(of: "/"),
      let folder = Environment.canonicalPath(slash == absolute.startIndex ? "/" : String(absolute[..<slash]))
    else { return nil }
    let name = absolute[absolute.index(after: slash)...]
    guard !name.isEmpty, name != ".", name != ".." else { return nil }
    path = (folder == "/" ? "" : folder) + "/" + name
  }
}
