// SPDX-License-Identifier: Apache-2.0
import Advice
import Clocks
import JSONCoding
import SignInRules
package import TerminalConsole
import TerminalText
import WebForms

/// Carries out `bailey signin doctor`. It asks no daemon and no server.
package struct SignInTool {
  private let options: DoctorOptions
  private let console: Console

  package static func run(_ action: SignInAction, on console: Console) -> ExitCode {
    do throws(DoctorFailure) {
      let reports: [Report]
      let form: DoctorOptions.Form
      switch action {
      case .doctor(let options):
        (reports, form) = (try SignInTool(options: options, console: console).reports(), options.form)
      case .lint(let options):
        (reports, form) = (try LintTool(options: options, console: console).reports(), options.form)
      case .secret(let options):
        console.print(try ClientSecretTool.secret(options, console))
        return .done
      }
      Self.show(reports, form, console)
      return reports.allSatisfy(\.findings.isEmpty) ? .done : .failed
    } catch {
      console.note("bailey: " + error.sentence)
      return .usage
    }
  }

  /// The findings about one request, or about a secret alone.
  struct Report {
    let title: String
    let findings: [RuleFinding]
    /// The word that the provider answered.
    var answered: String?
    /// What else there is to say.
    var note: String?
  }

  private func reports() throws(DoctorFailure) -> [Report] {
    let isOnline = options.reach == .online
    guard options.secret != nil || !options.recordings.isEmpty || isOnline else { throw .nothingGiven }
    let folder = try KeyFolder(options.keys, keyID: options.keyID, console)
    let keys = folder.keys
    var reports = isOnline ? [try ProviderTrial(options).report(folder.files)] : []
    if let path = options.secret {
      let bytes = try contents(path)
      let secret = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
      let check = SecretCheck(secret ?? "", context(keys, client: options.client, at: nil))
      reports.append(Report(title: "secret", findings: check.findings))
    }
    for path in options.recordings {
      let requests: [CapturedRequest]
      do throws(CapturedRequest.Failure) { requests = try CapturedRequest.read(try bytes(path)) } catch {
        throw .recording(path, error)
      }
      for request in requests { reports.append(report(request, keys)) }
    }
    return reports
  }

  /// Reads a recording. A file that cannot be read is none.
  private func bytes(_ path: String) throws(CapturedRequest.Failure) -> [UInt8] {
    do { return try contents(path) } catch { throw .notRecording }
  }

  private func contents(_ path: String) throws(DoctorFailure) -> [UInt8] {
    do throws(CommandFailure) {
      return try InputFile.contents(of: path, atMost: CapturedRequest.largest, console)
    } catch { throw .file(error) }
  }

  private func context(_ keys: [KnownKey]?, client: String?, at time: Int?) -> SecretContext {
    SecretContext(
      clientID: options.client ?? client, teamID: options.team, audience: options.issuer, keys: keys,
      now: options.time ?? time ?? WallClock.seconds)
  }

  // MARK: - One request

  private func report(_ request: CapturedRequest, _ keys: [KnownKey]?) -> Report {
    let findings: [RuleFinding]
    switch request.endpoint {
    case .authorize: findings = authorize(request)
    case .token: findings = token(request, .token, keys)
    case .revoke: findings = token(request, .revoke, keys)
    }
    return Report(
      title: "\(request.method) \(request.endpoint.rawValue)", findings: findings, answered: Self.word(request.answer))
  }

  private func authorize(_ request: CapturedRequest) -> [RuleFinding] {
    let check = AuthorizeCheck(query: request.query.utf8)
    return check.findings + known(clientID: check.clientID, redirect: check.redirectURI, .redirectNotRegistered)
  }

  private func token(
    _ request: CapturedRequest, _ endpoint: TokenRequestCheck.Endpoint, _ keys: [KnownKey]?
  ) -> [RuleFinding] {
    let check = TokenRequestCheck(endpoint, contentType: request.contentType, body: request.body)
    var findings = check.findings
    if let secret = check.fields["client_secret"], !secret.isEmpty {
      findings +=
        SecretCheck(secret, context(keys, client: check.fields["client_id"], at: request.sentAt)).findings
    }
    return findings
      + known(clientID: check.fields["client_id"], redirect: check.fields["redirect_uri"], .redirectDiffers)
  }

  /// The known facts of the client, where the person named them.
  private func known(clientID: String?, redirect: String?, _ rule: RequestRule) -> [RuleFinding] {
    var findings: [RuleFinding] = []
    if let expected = options.client, let clientID, !clientID.isEmpty, clientID != expected {
      findings.append(RuleFinding(.clientUnknown, .init("client_id", clientID), .init("expected", expected)))
    }
    if !options.redirects.isEmpty, let redirect, !redirect.isEmpty, !options.redirects.contains(redirect) {
      findings.append(
        RuleFinding(
          rule, .init("redirect_uri", redirect), .init("expected", options.redirects.joined(separator: " "))))
    }
    return findings
  }

  private static func word(_ answer: String?) -> String? {
    guard let answer,
      case .object(let members)? = try? JSONReader.read(
        Array(answer.utf8), JSONLimits(bytes: 1 << 16, depth: 4, values: 64)),
      case .string(let word)? = members.first(where: { $0.name == "error" })?.value
    else { return nil }
    return word
  }

  // MARK: - Output

  private static func show(_ reports: [Report], _ form: DoctorOptions.Form, _ console: Console) {
    if form == .json { return console.print(.array(reports.map(\.json))) }
    for report in reports {
      let answered = report.answered.map { ", answered \(printable($0))" } ?? ""
      console.print(Style.strong.text("\(printable(report.title))\(answered)", on: console))
      for finding in report.findings {
        console.print("  \(Style.bad.text(finding.rule.name, on: console)): \(printable(finding.evidence))")
        console.print("    \(finding.remedy)")
      }
      if let note = report.note { console.print("  " + printable(note)) }
      if report.findings.isEmpty, report.note == nil { console.print("  No rule is broken that can be checked here.") }
      if report.findings.isEmpty, let hint = report.answered.flatMap(hint) { console.print("  " + hint) }
    }
  }

  /// The possible causes of a refusal that a recording does not show.
  private static func hint(_ word: String) -> String? {
    switch word {
    case "invalid_client":
      "Not seen from here: a key that was revoked, or that belongs to another app than the client is grouped with."
    case "invalid_grant":
      "Not seen from here: a code that is older than five minutes, was used before, or was given to another client."
    default: nil
    }
  }

  private static func printable(_ text: String) -> String {
    text.unicodeScalars.contains(where: \.steersTerminals) ? JSONValue.string(text).text : text
  }
}

extension SignInTool.Report {
  var json: JSONValue {
    let answer: [JSONValue.Member] = answered.map { [.init("answered", .string($0))] } ?? []
    let found = findings.map { finding in
      // What a site does by itself, no provider answers.
      let isSite = if case .site = finding.rule { true } else { false }
      let word: [JSONValue.Member] = isSite ? [] : [.init("error", .string(finding.error.rawValue))]
      return JSONValue.object(
        [.init("rule", .string(finding.rule.name))] + word + [
          .init("evidence", .object(finding.facts.map { JSONValue.Member($0.name, .string($0.value)) })),
          .init("remedy", .string(finding.remedy)),
        ])
    }
    let notes: [JSONValue.Member] = note.map { [.init("note", .string($0))] } ?? []
    return .object([.init("request", .string(title))] + answer + notes + [.init("findings", .array(found))])
  }
}

/// Why the doctor has nothing to say.
enum DoctorFailure: Error {
  case nothingGiven
  case file(CommandFailure)
  case recording(String, CapturedRequest.Failure)
  case key(String, KeyFile.Failure)
  case noKeys(String)
  /// The provider is to be asked, and what for is not known.
  case trialIncomplete
  case providerAway(String, String)
  case providerAnswered(Int)
  case pageAway(String, String)
  case page(String, CapturedRequest.Failure)
  case addressOffline(String)
  case secretBreaksNowhere(SecretRule)
  case keyUnnamed(String)
  case notSigned
  case pageAsksNothing(String)

  var sentence: String {
    switch self {
    case .nothingGiven: "there is nothing to look at.\nTry: bailey signin doctor --secret FILE, or a recorded request"
    case .file(let failure): failure.sentence
    case .recording(let path, .notRecording): "\(path) is neither an HTTP request nor an HTTP archive."
    case .recording(let path, .noRequest): "nothing in \(path) goes to /auth/authorize, /auth/token or /auth/revoke."
    case .recording(let path, .tooLarge): "\(path) is larger than 32 MiB."
    case .key(let path, .notPEM): "\(path) is no .p8 file: it has no BEGIN PRIVATE KEY."
    case .key(let path, .notPKCS8): "\(path) holds no private key that is whole."
    case .key(let path, .notP256): "\(path) holds a key of another kind than ES256 takes."
    case .noKeys(let path): "there is no .p8 file in \(path)."
    case .trialIncomplete:
      "to ask the provider takes a key, its identifier, the team and the client.\n"
        + "Try: bailey signin doctor --online --key AuthKey_ID.p8 --team TEAM --client CLIENT"
    case .providerAway(let address, let reason): "\(address) does not answer: \(reason)."
    case .providerAnswered(let status): "the provider answers \(status), which the protocol does not have."
    case .pageAway(let address, let reason): "\(address) cannot be loaded: \(reason)."
    case .secretBreaksNowhere(.keyRevoked):
      "no secret breaks keyRevoked by itself. Revoke its key: bailey-identity key revoke ID, and make a right one."
    case .secretBreaksNowhere(let rule):
      "no secret breaks \(rule.rawValue) by itself. Sign with another key: --key OTHER.p8, and --key-id as before."
    case .keyUnnamed(let path): "\(path) is not called AuthKey_ID.p8: say the identifier with --key-id."
    case .notSigned: "the key signs nothing."
    case .page(let path, .tooLarge): "\(path) is larger than 32 MiB."
    case .page(let path, _): "\(path) is no answer with its headers, no page and no HTTP archive."
    case .addressOffline(let address): "\(address) is loaded with --online alone."
    case .pageAsksNothing(let page): "nothing in \(page) asks a provider to sign somebody in."
    }
  }
}
