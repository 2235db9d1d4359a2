// SPDX-License-Identifier: Apache-2.0
import Glibc
package import MessageBus
import OwnProcess
import Processes
import SystemCalls

/// The session's bus, asked about `org.freedesktop.secrets`.
package struct SessionBus {
  private static let bus = "org.freedesktop.DBus"
  private static let timeToStart = Duration.seconds(15)

  let connection: BusConnection

  package init() throws(BusError) { connection = try BusConnection(to: .session) }

  /// The bus of another session, by its address.
  package init(at address: String) throws(BusError) { connection = try BusConnection(to: .address(address)) }

  package var busConnection: BusConnection { connection }

  /// Has it read its files again, as far as it does not watch them.
  package func reload() {
    _ = try? connection.call(BusCall(to: Self.bus, "/org/freedesktop/DBus", Self.bus, "ReloadConfig"))
  }

  package func start() {
    let call = BusCall(
      to: Self.bus, "/org/freedesktop/DBus", Self.bus, "StartServiceByName", .string(SecretPermissions.name), .uint32(0)
    )
    _ = try? connection.call(call, within: Self.timeToStart)
  }

  /// The unique name of whoever has the name.
  func ownerName() -> String? { (try? connection.owner(of: SecretPermissions.name)) ?? nil }

  /// The owner of the name; nil where nobody has it.
  package func owner() -> NameOwner? {
    guard let owner = ownerName() else { return nil }
    guard let process = (try? connection.process(of: owner)) ?? nil else { return nil }
    return NameOwner(of: process)
  }
}

/// The owner of the name `org.freedesktop.secrets`: by the file that its process runs, and where a process hides that,
/// as `bailey-secrets` does, by what it calls itself. For people to read.
package enum NameOwner: Equatable {
  case bailey(Int32)
  case other(Int32, String)

  package init(of process: Int32) {
    if let path = try? ProcessHandle(process: process).executablePath() {
      let text = String(decoding: path, as: UTF8.self)
      let own = (try? Environment.executablePath()).map { Self.sibling(of: $0) }
      self = text == own ? .bailey(process) : .other(process, Self.name(text))
      return
    }
    let words = (try? FileDescriptor.open("/proc/\(process)/cmdline", O_RDONLY).readToEnd(atMost: 4096)) ?? []
    let path = String(decoding: words.prefix { $0 != 0 }, as: UTF8.self)
    let name = Self.name(path)
    self = name == "bailey-secrets" ? .bailey(process) : .other(process, name)
  }

  private static func sibling(of program: String) -> String {
    SplitPath(program).sibling("bailey-secrets")
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "a process"
  }

  package var isBailey: Bool { if case .bailey = self { true } else { false } }

  package var word: String {
    switch self {
    case .bailey: "bailey-secrets"
    case .other(_, let name): name
    }
  }
}
