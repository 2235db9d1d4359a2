// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
import CryptoPrimitives
import Files
import Glibc
import KeychainModel
import MessageBus
import SecretServiceModel
import SystemCalls
import Threads

/// `org.freedesktop.impl.portal.Secret`: each sandboxed app gets a secret of its own, with which it encrypts what it keeps itself.
///
/// The desktop's portal says which app asks, and nobody else is answered. (xdg-desktop-portal, `org.freedesktop.impl.portal.Secret`,
/// version 1.)
final class SecretPortal: Sendable {
  static let path = "/org/freedesktop/portal/desktop"
  static let interfaces: Set<String> = [SecretPortalFiles.interface, SecretInterface.properties.rawValue]
  private static let portal = "org.freedesktop.portal.Desktop"
  private static let bus = "org.freedesktop.DBus"
  private static let version: UInt32 = 1
  /// Secrets that are written at the same time: a reader may take its time.
  private static let mostWriting = 8

  /// How the call went, as the portal is told.
  private enum Response: UInt32 { case done = 0, failed = 2 }

  private let connection: BusConnection
  private let secret: @Sendable (String) -> SecretContent?
  private let writing = Locked(0)

  /// `secret` gives an app's, and nil while there is none to be had.
  init(_ connection: BusConnection, _ secret: @escaping @Sendable (String) -> SecretContent?) {
    self.connection = connection
    self.secret = secret
  }

  /// Takes a request of a sandboxed app. The connection's thread calls this.
  func take(_ request: BusRequest) {
    let message = request.message
    switch (message.interface, message.member) {
    case (SecretPortalFiles.interface, "RetrieveSecret"): retrieve(request)
    case (SecretInterface.properties.rawValue, "Get"): request.answer(.variant(.uint32(Self.version)))
    case (SecretInterface.properties.rawValue, "GetAll"): request.answer(.options(["version": .uint32(Self.version)]))
    default: request.fail(SecretFailure.unknownMethod.name, SecretFailure.unknownMethod.words)
    }
  }

  private func retrieve(_ request: BusRequest) {
    let arguments = request.message.arguments
    guard arguments.map(\.type) == ["o", "s", "h", "a{sv}"], let app = arguments[1].text,
      let pipe = arguments[2].descriptor
    else { return request.fail(SecretFailure.invalidArguments.name, SecretFailure.invalidArguments.words) }
    // A program outside of any sandbox has no identifier, and whoever asks in the portal's place gets none.
    guard SecretProgram.isSandboxedApp(app) else { return answer(request, .failed) }
    ask(request) { [self] isPortal in
      guard isPortal else {
        return request.fail("org.freedesktop.DBus.Error.AccessDenied", "Only the desktop's portal is answered.")
      }
      write(app, to: pipe, request)
    }
  }

  private func ask(_ request: BusRequest, _ then: @escaping @Sendable (Bool) -> Void) {
    let sender = request.message.sender
    let call = BusCall(to: Self.bus, "/org/freedesktop/DBus", Self.bus, "GetNameOwner", .string(Self.portal))
    do throws(BusError) {
      try connection.send(call) { result in then((try? result.get().first?.text) == sender) }
    } catch {
      then(false)
    }
  }

  private func write(_ app: String, to pipe: BusDescriptor, _ request: BusRequest) {
    let hasRoom = writing.withLock { count in
      guard count < Self.mostWriting else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return answer(request, .failed) }
    do {
      try SystemThread.start(named: "portal") { [self] in
        answer(request, write(app, to: pipe) ? .done : .failed)
        writing.withLock { $0 -= 1 }
      }
    } catch {
      writing.withLock { $0 -= 1 }
      answer(request, .failed)
    }
  }

  /// What is opened anew is opened with this process's rights: a file that somebody was given for reading alone would be written.
  private static func isWritablePipe(_ file: borrowing FileDescriptor) -> Bool {
    guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFIFO, let mode = try? file.accessMode() else {
      return false
    }
    return mode == O_WRONLY || mode == O_RDWR
  }

  /// Writes a secret without waiting for a reader: a pipe that was just made has room for it.
  private func write(_ app: String, to pipe: BusDescriptor) -> Bool {
    guard Self.isWritablePipe(pipe.file), let content = secret(app),
      let file = try? pipe.file.opened(O_WRONLY | O_NONBLOCK)
    else { return false }
    do throws(SystemError) {
      try content.secret.withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
      return true
    } catch {
      return false
    }
  }

  private func answer(_ request: BusRequest, _ response: Response) {
    request.answer(.uint32(response.rawValue), .options([:]))
  }
}

extension ServiceState {
  private static let secretSize = 64

  /// The secret of a sandboxed app, which is made when it first asks. It is an item as others are, stored by the app.
  mutating func secret(ofApp app: String) throws(SecretFailure) -> SecretContent {
    guard isKnown else { throw .isLocked }
    let caller = SecretCaller("", SecretProgram(sandboxed: app))
    let pairs = [
      LookupAttributes.Pair("app_id", app),
      LookupAttributes.Pair(LookupAttributes.schemaName, SecretPortalFiles.interface),
    ]
    guard let attributes = LookupAttributes(pairs) else { throw .invalidArguments }
    let own = { (record: ItemRecord) in caller.owns(record) }
    if let number = index.first(with: attributes, in: .default, where: own) {
      do throws(SecretFailure) { return try given(number, .default, caller) } catch .noSuchObject {}
    }
    let secret = SecretData(SystemRandom.secret(Self.secretSize))
    guard let content = SecretContent(secret, type: "application/octet-stream") else { throw .failed }
    let number = try createItem("Secret of \(app)", attributes, content, replaces: false, in: .default, caller)
    return try given(number, .default, caller)
  }
}
