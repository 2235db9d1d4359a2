// SPDX-License-Identifier: Apache-2.0
import Events
package import MessageBus
import SystemCalls
import Threads

/// The permissions to read the desktop's passwords, as `bailey-secrets` has them.
package struct SecretPermissions {
  /// The permission of a program to read what another one stored.
  package struct Row: Sendable, Equatable {
    package let reader: String
    /// The program that stored the item; empty where it is not known.
    package let owner: String
    /// Seconds since 1970.
    package let since: UInt64
  }

  /// The access to a collection: `own`, `ask` or `open`.
  package struct Access: Sendable, Equatable {
    package let path: String
    package let label: String
    package let access: String
  }

  /// The name of the service on the bus.
  package static let name = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let interface = "bailey.Secret.Permissions"
  /// The time that a person may take to answer.
  private static let patience = Duration.seconds(300)

  private let connection: BusConnection
  private let service: String

  /// Connects to the session's bus; nil where there is none, or somebody else answers there.
  package init?() {
    guard let bus = try? SessionBus(), bus.owner()?.isBailey == true, let service = bus.ownerName() else { return nil }
    connection = bus.connection
    self.service = service
  }

  /// The rows of the list; none where they are not known, before the first unlock.
  package func rows() -> [Row] {
    (try? call("List"))?.first?.elements?.compactMap { row in
      guard let fields = row.elements, fields.count == 3, let reader = fields[0].text, let owner = fields[1].text,
        case .uint64(let since) = fields[2]
      else { return nil }
      return Row(reader: reader, owner: owner, since: since)
    } ?? []
  }

  /// Takes back what a program was allowed: how much that was.
  @discardableResult
  package func forget(_ reader: String) throws(BusError) -> Int {
    try call("Forget", .string(reader)).first?.integer ?? 0
  }

  package func access() throws(BusError) -> [Access] {
    try call("ListAccess").first?.elements?.compactMap { row in
      guard let fields = row.elements, fields.count == 3, let path = fields[0].text, let label = fields[1].text,
        let access = fields[2].text
      else { return nil }
      return Access(path: path, label: label, access: access)
    } ?? []
  }

  /// Sets what a program may read; false where the person says no, or nobody is there to ask them.
  package func set(_ access: String, of path: String) throws(BusError) -> Bool {
    // Listens first: the answer may come before the call that asks for it returns.
    let answers = Locked<[String: Bool]>([:])
    let came: ThreadNotifier
    do throws(SystemError) { came = try ThreadNotifier() } catch { throw .failed(code: error.code) }
    let prompts = "org.freedesktop.Secret.Prompt"
    let ended = try connection.subscribe(
      to: SignalMatch(from: service, interface: prompts, member: "Completed")
    ) { message in
      let isDismissed = message.arguments.first?.boolean ?? true
      answers.withLock { $0[message.path] = !isDismissed }
      came.notify()
    }
    defer { ended.cancel() }
    guard let prompt = try call("SetAccess", .objectPath(path), .string(access)).first?.text else { return false }
    if prompt == "/" { return true }
    _ = try connection.call(BusCall(to: service, prompt, prompts, "Prompt", .string("")))
    // The bus sends it to this process alone, which has one prompt.
    _ = try? Poll.readable([came.raw], within: Self.patience)
    return answers.withLock { $0[prompt] ?? false }
  }

  private func call(_ member: String, _ arguments: BusValue...) throws(BusError) -> [BusValue] {
    var call = BusCall(to: service, Self.root, Self.interface, member)
    call.arguments = arguments
    return try connection.call(call)
  }
}
