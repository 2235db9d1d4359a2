// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import ConsentModel
import FolderAccess
import Glibc
import MessageBus
import PromptModel
import Threads

/// `org.freedesktop.portal.FileChooser`: the person chooses with Bailey, and the app finds what they chose in its `~/Shared`.
struct FileChooserPortal: Sendable {
  private let app: PortalAccess.App
  private let connection: BusConnection
  private let waiting = WaitingCalls(atMost: 8)
  /// The folder in which the person last found something for this start of the app.
  private let shown = Locked<ShownFolder?>(nil)
  /// The most answers to one question, with those that only looked around.
  private static let mostAnswers = 100

  init(_ app: PortalAccess.App, _ connection: BusConnection) {
    self.app = app
    self.connection = connection
  }

  /// Answers a request; called on the connection's thread.
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
    let portal = RequestObject(of: message, options: call.options, on: connection)
    portal.begin(request, in: waiting, orSay: "Too many files are asked for.") { [self] portal in
      choose(call.use, call.name, folders, portal)
    }
  }

  /// A path that cannot be had is asked for again, with the reason; folders are shown as long as the person looks around.
  private func choose(_ use: FileWish.Use, _ name: String, _ folders: FolderAccess, _ portal: RequestObject) {
    var folder = shown.withLock { $0 } ?? (try? ShownFolder(at: "~"))
    var wish = FileWish(use, suggestion: name, folder: folder)
    for _ in 0..<Self.mostAnswers where !portal.isClosed {
      let answer: FileAnswer?
      do {
        let question = portal.question
        let withdraw: @Sendable () -> Void = { [app] in try? app.owner.withdraw(question) }
        answer = try portal.unlessClosed(withdraw) { () throws(BrokerClientError) in
          try app.owner.choosePath(wish, as: question)
        }
      } catch { return portal.respond(.other) }
      guard let answer else { return portal.respond(.cancelled) }
      do throws(FileProblem) {
        switch answer {
        case .chosen(let typed):
          let paths = try inside(typed, use, folders)
          shown.withLock { $0 = folder }
          return portal.respond(.success, results(paths, use, folders))
        case .look(let path, let typed):
          folder = try ShownFolder(at: path)
          wish = FileWish(use, suggestion: name, typed: typed, folder: folder)
        }
      } catch {
        wish = FileWish(use, suggestion: name, problem: error, typed: answer.typed, folder: folder)
      }
    }
    portal.respond(.other)
  }

  /// The path inside the sandbox of what was typed.
  private func inside(
    _ typed: String, _ use: FileWish.Use, _ folders: FolderAccess
  ) throws(FileProblem) -> [String] {
    let lines = use == .openSeveral ? typed.split(separator: "\n").map(String.init) : [typed]
    var paths: [String] = []
    for line in lines where !line.allSatisfy(\.isWhitespace) { paths.append(try ChosenPath(line, use).path) }
    guard !paths.isEmpty else { throw .missing }
    let right: SharedFile.Right = use == .save || folders.mayChange ? .writing : .reading
    guard let inside = folders.choose(paths, right) else { throw .notShared }
    return inside
  }

  private func results(_ paths: [String], _ use: FileWish.Use, _ folders: FolderAccess) -> [String: BusValue] {
    [
      "uris": .strings(paths.map { "file://" + Self.escaped($0) }),
      "writable": .boolean(use == .save || folders.mayChange),
    ]
  }

  /// A path escaped as RFC 3986 has it: what is not a letter, a digit, or one of a few signs is written by its bytes.
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

extension FileAnswer {
  fileprivate var typed: String {
    switch self {
    case .chosen(let typed), .look(_, let typed): typed
    }
  }
}
