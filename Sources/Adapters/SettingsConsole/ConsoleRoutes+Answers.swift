// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import EnclaveClient
import EnclaveMessages
import JSONCoding
import KeychainModel
import PromptModel
import ProtectionModel
import SecretMemory
import SystemCalls
import WebServer
import WidgetModel

// What is answered to the browser that may ask.

extension ConsoleRoutes {
  /// Each endpoint stands here once, so that the compiler asks for a new one.
  func answer(
    _ endpoint: ConsoleEndpoint, _ parameters: [Substring], _ request: WebRequest
  ) throws(ConsoleFailure) -> WebResponse {
    switch endpoint {
    // Answered before it is looked who asks, or for as long as the page is there.
    case .begin, .resume, .events: throw .notFound
    case .overview: return try overview()
    case .keychain: return .json(200, try watcher.passwords(PasswordQuery(parameters)))
    case .secrets: return .json(200, DesktopSecrets().json)
    case .openFiles: return .json(200, try watcher.tree().open())
    case .folder: return .json(200, try watcher.folder(parameters[3], FolderQuery(parameters)))
    case .containers: return .json(200, try watcher.containers())
    case .setup: return .json(200, try watcher.setup())
    case .places: return .json(200, try PlaceList(path: parameters[0]).json)
    case .privacy: return .json(200, try PrivacyList(from: watcher.broker).json)
    case .app: return .json(200, try watcher.app(parameters[0]).json)
    case .held: return .json(200, try watcher.held(by: parameters[0]))
    case .exportData: return .json(200, try watcher.exportData(of: request.text))
    case .icon: return try icon(parameters[0])
    case .accesses: return .json(200, try watcher.accesses(parameters[0]))
    case .accessEvents: return .json(200, try watcher.accessEvents(parameters))
    case .accessHosts: return .json(200, try watcher.accessHosts(parameters))
    case .exportAccesses: return .content(try watcher.exportAccesses(parameters[0]), "application/x-ndjson")
    case .widgets: return .json(200, try watcher.widgets())
    case .widgetChoices: return .json(200, try watcher.choices(try WidgetChoicePath(parameters)))
    case .picture: return .content(try watcher.picture(try WidgetRequestPath(parameters)), "image/png")
    case .reveal: return try reveal(request)
    case .certificate: return .json(200, try watcher.certificate(try request.reference()))
    case .passkeys: return .json(200, try watcher.passkeys(request.secret))
    case .changePasskey: return try changePasskey(request)
    case .setClass: return .json(200, try watcher.changeClass(request.word(0), request.word(1), request.word(2)))
    case .widgetSetting: return try changeWidgets(request)
    case .chooseForWidget: return .json(200, try watcher.choose(try WidgetChoice(request)))
    case .explain: return .json(200, try watcher.explain(request))
    case .setupStep: return .json(200, try watcher.takeStep(request.word(0), request.word(1)))
    case .inspect: return .json(200, try watcher.inspect(request.text))
    case .lock: try enclave { () throws(EnclaveClientError) in try watcher.lock() }
    case .unlock: try enclave { () throws(EnclaveClientError) in try watcher.unlock(try request.passcode()) }
    case .setPasscode: try enclave { () throws(EnclaveClientError) in try watcher.setPasscode(try request.passcode()) }
    case .changePasscode: try changePasscode(request)
    case .erase: try erase(request)
    case .settings: try choose(request)
    case .check: try watcher.startCheck()
    case .unlockFor: try unlock(parameters[0], request)
    case .agree: try agree(parameters[0])
    case .prove: try prove(parameters[0], request, .proved)
    case .proveOnce: try prove(parameters[0], request, .provedOnce)
    case .give: try give(parameters[0], request)
    case .choose: try choose(parameters[0], request)
    case .path: try watcher.answer(try question(parameters[0]), try FileAnswer(path: request))
    case .look: try watcher.answer(try question(parameters[0]), try FileAnswer(look: request))
    case .pick: try pick(parameters[0], request)
    case .elsewhere: watcher.useAnotherDevice(try question(parameters[0]))
    case .cancel: watcher.cancel(try question(parameters[0]))
    case .openPasswords: try watcher.openPasswords(request.secret)
    case .save: try watcher.save(try TypedPassword(request))
    case .delete: try watcher.delete(try request.reference())
    case .forgetReader: try forgetReader(request.text)
    case .secretAccess: try setSecretAccess(request)
    case .denyAccess:
      try changeAccess(request) { service, app, _ throws(ConsoleFailure) in try watcher.deny(service, app) }
    case .emptyAccess:
      try changeAccess(request) { service, app, _ throws(ConsoleFailure) in try watcher.giveEmpty(service, app) }
    case .resetAccess:
      try changeAccess(request) { service, app, _ throws(ConsoleFailure) in try watcher.reset(service, app) }
    case .grantAccess:
      try changeAccess(request) { service, app, request throws(ConsoleFailure) in
        try watcher.grant(service, app, request.lineOrNone(2))
      }
    case .removeApp: try watcher.remove(request.word(0), request.word(1), request.word(2))
    case .unshare: try watcher.unshare(request.word(0), request.word(1))
    case .accessLog: try watcher.setAccessLog(request.text)
    }
    return WebResponse(204)
  }

  // MARK: - What is shown

  private func overview() throws(ConsoleFailure) -> WebResponse {
    guard let status = state.shown.status else { return .failed(503, "notRunning") }
    return .json(200, status.json)
  }

  private func icon(_ app: Substring) throws(ConsoleFailure) -> WebResponse {
    guard let icon = try watcher.icon(app) else { return WebResponse(204) }
    return .content(icon, "image/png")
  }

  private func reveal(_ request: WebRequest) throws(ConsoleFailure) -> WebResponse {
    WebResponse(
      200, .secret(try watcher.reveal(try request.reference())), headers: [("Content-Type", "application/octet-stream")]
    )
  }

  // MARK: - What is changed

  private func enclave(_ body: () throws(EnclaveClientError) -> Void) throws(ConsoleFailure) {
    do { try body() } catch { throw .enclave(error) }
  }

  private func changePasscode(_ request: WebRequest) throws(ConsoleFailure) {
    try enclave { () throws(EnclaveClientError) in
      try watcher.changePasscode(from: try request.line(0), to: try request.line(1))
    }
  }

  /// The word that the person types stands in the request, so that no other request can become this one.
  private func erase(_ request: WebRequest) throws(ConsoleFailure) {
    guard request.word(0) == "erase" else { throw .badRequest }
    try enclave { () throws(EnclaveClientError) in try watcher.erase(request.lineOrNone(1)) }
  }

  private func choose(_ request: WebRequest) throws(ConsoleFailure) {
    guard let settings = request.word(0).flatMap({ LockSettings(text: $0) }) else { throw .badRequest }
    try watcher.choose(settings, request.lineOrNone(1))
  }

  private func changeWidgets(_ request: WebRequest) throws(ConsoleFailure) -> WebResponse {
    guard let change = request.word(0).flatMap({ SurfaceChange($0) }) else { throw .badRequest }
    return .json(200, try watcher.changeWidgets(change, request.lineOrNone(1)))
  }

  /// The lines are the service, the app, and for a grant the passcode.
  private func changeAccess(
    _ request: WebRequest,
    _ change: (ConsentService, ConsentClient.Key, WebRequest) throws(ConsoleFailure) -> Void
  ) throws(ConsoleFailure) {
    guard let service = request.word(0).flatMap({ ConsentService(name: $0) }), let app = request.word(1), !app.isEmpty
    else { throw .badRequest }
    try change(service, ConsentClient.Key(app), request)
  }

  private func changePasskey(_ request: WebRequest) throws(ConsoleFailure) -> WebResponse {
    let change = try PasskeyChange(request)
    return .json(200, try watcher.change(change, request.lineOrNone(2), again: request.lineOrNone(2)))
  }

  private func forgetReader(_ reader: String) throws(ConsoleFailure) {
    try DesktopSecrets().forget(reader)
    state.change { $0.secrets += 1 }
  }

  /// The lines are the collection and the setting.
  private func setSecretAccess(_ request: WebRequest) throws(ConsoleFailure) {
    guard let path = request.word(0), let access = request.word(1) else { throw .badRequest }
    try DesktopSecrets().set(access, of: path) { [state] in state.change { $0.secrets += 1 } }
  }

  // MARK: - What is asked

  private func question(_ number: Substring) throws(ConsoleFailure) -> QuestionNumber {
    guard let bytes = [UInt8](hexadecimal: number), let number = QuestionNumber(bytes) else { throw .notFound }
    return number
  }

  private func unlock(_ number: Substring, _ request: WebRequest) throws(ConsoleFailure) {
    let number = try question(number)
    try enclave { () throws(EnclaveClientError) in try watcher.unlock(try request.passcode(), for: number) }
  }

  /// Agrees to a question. Where no passcode was given, the page asks for it.
  private func agree(_ number: Substring) throws(ConsoleFailure) {
    let number = try question(number)
    do throws(EnclaveClientError) {
      guard try watcher.agree(to: number) else { throw EnclaveClientError.passcodeLength }
    } catch {
      throw .enclave(error)
    }
  }

  private func prove(
    _ number: Substring, _ request: WebRequest, _ outcome: QuestionOutcome
  ) throws(ConsoleFailure) {
    let number = try question(number)
    try enclave { () throws(EnclaveClientError) in try watcher.prove(number, try request.passcode(), outcome) }
  }

  private func give(_ number: Substring, _ request: WebRequest) throws(ConsoleFailure) {
    let number = try question(number)
    try enclave { () throws(EnclaveClientError) in watcher.give(try request.passcode(), for: number) }
  }

  private func pick(_ number: Substring, _ request: WebRequest) throws(ConsoleFailure) {
    let number = try question(number)
    guard let place = UInt8(request.text) else { throw .badRequest }
    try watcher.answer(number, AccountAnswer(place))
  }

  private func choose(_ number: Substring, _ request: WebRequest) throws(ConsoleFailure) {
    let number = try question(number)
    guard let choice = ConsentChoice(word: request.text) else { throw .badRequest }
    try watcher.choose(choice, for: number)
  }
}

extension WebResponse {
  fileprivate static func content(_ bytes: [UInt8], _ type: String) -> WebResponse {
    WebResponse(200, .bytes(bytes), headers: [("Content-Type", type)])
  }
}

extension FileAnswer {
  /// A path, or several, a line each.
  fileprivate init(path request: WebRequest) throws(ConsoleFailure) { self = .chosen(try request.fileText()) }

  /// The first line is the folder, and the others what the person has typed.
  fileprivate init(look request: WebRequest) throws(ConsoleFailure) {
    let lines = try request.fileText().split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard !lines[0].isEmpty, lines[0].utf8.count <= ShownFolder.longestPath else { throw .badRequest }
    self = .look(folder: String(lines[0]), typed: lines.count > 1 ? String(lines[1]) : "")
  }
}

extension WebRequest {
  fileprivate func fileText() throws(ConsoleFailure) -> String {
    let text = self.text
    guard !text.isEmpty, text.utf8.count <= FileWish.longestAnswer, !text.utf8.contains(0) else { throw .badRequest }
    return text
  }
}
