// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import MessageBus
import SecretAccess
import Threads

/// What `bailey-secrets` says of the programs of the desktop: which may read what others stored, and who may read what in each collection.
struct DesktopSecrets {
  private let permissions: SecretPermissions?

  /// Begins with the session as it is now: in one without a bus, or with another service there, it answers nothing.
  init() { permissions = SecretPermissions() }

  var json: JSONValue {
    guard let permissions else { return .members(["answers": .bool(false)]) }
    // Before the first unlock nothing of it is known.
    let collections = (try? permissions.access()) ?? []
    return .members([
      "answers": .bool(true),
      "programs": .array(permissions.rows().map(\.shown)), "collections": .array(collections.map(\.shown)),
    ])
  }

  func forget(_ reader: String) throws(ConsoleFailure) {
    guard let permissions else { throw .notFound }
    do { try permissions.forget(reader) } catch { throw .notFound }
  }

  /// Sets what a program may read. Where that lets somebody read more, the person is asked, here and by the agent;
  /// `whenSettled` is told when it is decided.
  func set(
    _ access: String, of path: String, whenSettled: @escaping @Sendable () -> Void
  ) throws(ConsoleFailure) {
    guard ["own", "ask", "open"].contains(access) else { throw .badRequest }
    guard let permissions else { throw .notFound }
    do {
      try SystemThread.start(named: "access") {
        // A no leaves it as it is, which the page then shows.
        _ = try? permissions.set(access, of: path)
        whenSettled()
      }
    } catch {
      throw .notFound
    }
  }
}

extension SecretPermissions.Row {
  fileprivate var shown: JSONValue {
    .members([
      "reader": .string(reader), "title": .string(VisibleWord.end(of: reader)),
      "owner": .string(VisibleWord.end(of: owner)), "since": .number(Int(clamping: since)),
    ])
  }
}

extension SecretPermissions.Access {
  fileprivate var shown: JSONValue {
    .members(["path": .string(path), "label": .string(VisibleWord.line(label)), "access": .string(access)])
  }
}
