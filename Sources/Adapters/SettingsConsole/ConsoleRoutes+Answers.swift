// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import EnclaveClient
import EnclaveMessages
import JSONCoding
import KeychainModel
import PromptModel
import ProtectionModel
import SecretMemory
import WebServer
import WidgetModel

// What is answered to the browser that may ask.

extension ConsoleRoutes {
  func answer(
    _ endpoint: ConsoleEndpoint, _ parameters: [Substring], _ request: WebRequest
  ) throws(ConsoleFailure) -> WebResponse {
    switch endpoint {
    case .begin, .resume, .events: throw .notFound
    case .overview:
      guard let status = state.shown.status else { return .failed(503, "notRunning") }
      return .json(200, status.json)
    case .keychain: return .json(200, try PasswordList(from: watcher.broker).json)
    case .openFiles: return .json(200, try watcher.tree().open())
    case .folder: return .json(200, try watcher.tree().folder(parameters[0]))
    case .containers: return .json(200, try watcher.containers())
    case .privacy: return .json(200, try PrivacyList(from: watcher.broker).json)
    case .app: return .json(200, try watcher.app(parameters[0]).json)
    case .icon:
      guard let icon = try watcher.icon(parameters[0]) else { return WebResponse(204) }
      return WebResponse(200, .bytes(icon), headers: [("Content-Type", "image/png")])
    case .accesses: return .json(200, try watcher.accesses())
    case .exportAccesses:
      return WebResponse(
        200, .bytes(try watcher.exportAccesses(parameters[0])), headers: [("Content-Type", "application/x-ndjson")])
    case .widgets: return .json(200, try watcher.widgets())
    case .picture:
      let picture = try watcher.picture(try WidgetRequestPath(parameters))
      return WebResponse(200, .bytes(picture), headers: [("Content-Type", "image/png")])
    default: return try change(endpoint, parameters, request)
    }
  }

  // MARK: - What is changed

  private func change(
    _ endpoint: ConsoleEndpoint, _ parameters: [Substring], _ request: WebRequest
  ) throws(ConsoleFailure) -> WebResponse {
    switch endpoint {
    case .lock, .unlock, .setPasscode, .changePasscode, .erase: try enclave(endpoint, request)
    case .settings:
      guard let settings = request.word(0).flatMap({ LockSettings(text: $0) }) else { throw .badRequest }
      try watcher.choose(settings, request.lineOrNone(1))
    case .check: try watcher.startCheck()
    case .prove, .give, .choose, .path, .look, .cancel: try answer(endpoint, parameters[0], request)
    case .openPasswords: try watcher.openPasswords(request.secret)
    case .reveal:
      return WebResponse(
        200, .secret(try watcher.reveal(try request.reference())),
        headers: [("Content-Type", "application/octet-stream")])
    case .certificate: return .json(200, try watcher.certificate(try request.reference()))
    case .setClass:
      return .json(200, try watcher.changeClass(request.word(0), request.word(1), request.word(2)))
    case .delete: try watcher.delete(try request.reference())
    case .denyAccess, .emptyAccess, .resetAccess, .grantAccess: try changeAccess(endpoint, request)
    case .widgetSetting:
      guard let change = request.word(0).flatMap({ SurfaceChange($0) }) else { throw .badRequest }
      return .json(200, try watcher.changeWidgets(change, request.lineOrNone(1)))
    case .accessLog: try watcher.setAccessLog(request.text)
    case .explain: return .json(200, try watcher.explain(request))
    case .inspect: return .json(200, try watcher.inspect(request.text))
    default: throw .notFound
    }
    return WebResponse(204)
  }

  private func enclave(_ endpoint: ConsoleEndpoint, _ request: WebRequest) throws(ConsoleFailure) {
    // The word that the person types stands in the request, so that no other request can become this one.
    if endpoint == .erase, request.word(0) != "erase" { throw .badRequest }
    do throws(EnclaveClientError) {
      switch endpoint {
      case .lock: try watcher.lock()
      case .unlock: try watcher.unlock(try request.passcode())
      case .setPasscode: try watcher.setPasscode(try request.passcode())
      case .changePasscode: try watcher.changePasscode(from: try request.line(0), to: try request.line(1))
      default: try watcher.erase(request.lineOrNone(1))
      }
    } catch {
      throw .enclave(error)
    }
  }

  private func answer(
    _ endpoint: ConsoleEndpoint, _ number: Substring, _ request: WebRequest
  ) throws(ConsoleFailure) {
    guard let bytes = [UInt8](hexadecimal: number), let number = QuestionNumber(bytes) else { throw .notFound }
    if endpoint == .choose {
      guard let choice = ConsentChoice(word: request.text) else { throw .badRequest }
      return try watcher.choose(choice, for: number)
    }
    if endpoint == .path || endpoint == .look {
      return try watcher.answer(number, try FileAnswer(endpoint, request))
    }
    do throws(EnclaveClientError) {
      switch endpoint {
      case .prove: try watcher.prove(number, try request.passcode())
      case .give: watcher.give(try request.passcode(), for: number)
      default: watcher.cancel(number)
      }
    } catch {
      throw .enclave(error)
    }
  }

  /// The lines are the service, the app, and for a grant the passcode.
  private func changeAccess(_ endpoint: ConsoleEndpoint, _ request: WebRequest) throws(ConsoleFailure) {
    guard let service = request.word(0).flatMap({ ConsentService(name: $0) }), let app = request.word(1), !app.isEmpty
    else { throw .badRequest }
    let key = ConsentClient.Key(app)
    switch endpoint {
    case .denyAccess: try watcher.deny(service, key)
    case .emptyAccess: try watcher.giveEmpty(service, key)
    case .resetAccess: try watcher.reset(service, key)
    default: try watcher.grant(service, key, request.lineOrNone(2))
    }
  }
}

extension FileAnswer {
  /// A path, or several, a line each. Of who looks around, the first line is the folder, and the others what they have typed.
  fileprivate init(_ endpoint: ConsoleEndpoint, _ request: WebRequest) throws(ConsoleFailure) {
    let text = request.text
    guard !text.isEmpty, text.utf8.count <= FileWish.longestAnswer, !text.utf8.contains(0) else { throw .badRequest }
    guard endpoint == .look else {
      self = .chosen(text)
      return
    }
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard !lines[0].isEmpty, lines[0].utf8.count <= ShownFolder.longestPath else { throw .badRequest }
    self = .look(folder: String(lines[0]), typed: lines.count > 1 ? String(lines[1]) : "")
  }
}
