// SPDX-License-Identifier: Apache-2.0

/// All that a page can ask. `Documentation/Console.openapi.json` describes each, and a test compares the two.
enum ConsoleEndpoint: String, CaseIterable, Sendable {
  case overview = "GET /api/overview"
  case events = "GET /api/events"
  case keychain = "GET /api/keychain/{text}/{kinds}/{from}"
  case secrets = "GET /api/secrets"
  case openFiles = "GET /api/open-files"
  case folder = "GET /api/files/{text}/{order}/{from}/{path}"
  case containers = "GET /api/containers"
  case setup = "GET /api/setup"
  case places = "GET /api/places/{path}"
  case privacy = "GET /api/privacy"
  case app = "GET /api/apps/{identifier}"
  case held = "GET /api/apps/{identifier}/data"
  case icon = "GET /api/apps/{identifier}/icon"
  case widgets = "GET /api/widgets"
  case widgetChoices = "GET /api/widgets/{extension}/{kind}/choices"
  case picture = "GET /api/widgets/{extension}/{kind}/{family}/{surface}/{appearance}/{state}"

  case accesses = "GET /api/accesses/{minutes}"
  case accessEvents = "GET /api/accesses/{minutes}/events/{day}/{app}/{what}/{from}"
  case accessHosts = "GET /api/accesses/{minutes}/hosts/{day}/{app}/{what}/{from}"
  case exportAccesses = "GET /api/accesses/export/{minutes}"

  case begin = "POST /api/session"
  case resume = "POST /api/resume"
  case lock = "POST /api/lock"
  case unlock = "POST /api/unlock"
  case setPasscode = "POST /api/set-passcode"
  case changePasscode = "POST /api/change-passcode"
  case settings = "POST /api/settings"
  case check = "POST /api/check"
  case setClass = "POST /api/files/class"
  case erase = "POST /api/erase"
  case unlockFor = "POST /api/requests/{number}/unlock"
  case agree = "POST /api/requests/{number}/agree"
  case prove = "POST /api/requests/{number}/prove"
  case proveOnce = "POST /api/requests/{number}/prove-once"
  case give = "POST /api/requests/{number}/give"
  case choose = "POST /api/requests/{number}/choose"
  case path = "POST /api/requests/{number}/path"
  case look = "POST /api/requests/{number}/look"
  case pick = "POST /api/requests/{number}/pick"
  case elsewhere = "POST /api/requests/{number}/elsewhere"
  case cancel = "POST /api/requests/{number}/cancel"
  case openPasswords = "POST /api/keychain/open"
  case reveal = "POST /api/keychain/reveal"
  case certificate = "POST /api/keychain/certificate"
  case delete = "POST /api/keychain/delete"
  case save = "POST /api/keychain/save"
  case passkeys = "POST /api/passkeys/list"
  case changePasskey = "POST /api/passkeys/change"
  case forgetReader = "POST /api/secrets/forget"
  case secretAccess = "POST /api/secrets/access"
  case denyAccess = "POST /api/privacy/deny"
  case emptyAccess = "POST /api/privacy/empty"
  case resetAccess = "POST /api/privacy/reset"
  case grantAccess = "POST /api/privacy/grant"
  case removeApp = "POST /api/apps/remove"
  case unshare = "POST /api/apps/unshare"
  case exportData = "POST /api/apps/export"
  case widgetSetting = "POST /api/widgets/settings"
  case chooseForWidget = "POST /api/widgets/choose"
  case accessLog = "POST /api/accesses/log"
  case explain = "POST /api/explain"
  case inspect = "POST /api/inspect"
  case setupStep = "POST /api/setup/step"

  private static let paths = allCases.map { ($0, $0.rawValue.split(separator: " ").map(String.init)) }

  /// The endpoint for a request, and the parts of the path that stand for its parameters. The last parameter of a path
  /// that ends with one takes what is left, slashes too.
  static func find(_ method: String, _ path: String) -> (endpoint: ConsoleEndpoint, parameters: [Substring])? {
    for (endpoint, words) in paths where words[0] == method {
      if let parameters = match(words[1], path) { return (endpoint, parameters) }
    }
    return nil
  }

  /// Whether there is such a path, with whatever method.
  static func knows(_ path: String) -> Bool { paths.contains { match($0.1[1], path) != nil } }

  private static func match(_ template: String, _ path: String) -> [Substring]? {
    let wanted = template.split(separator: "/")
    let takesRest = [folder, places].contains { template == $0.rawValue.dropFirst("GET ".count) }
    let given = path.dropFirst().split(
      separator: "/", maxSplits: takesRest ? wanted.count - 1 : .max, omittingEmptySubsequences: false)
    guard path.first == "/", given.count == wanted.count else { return nil }
    var parameters: [Substring] = []
    for (want, part) in zip(wanted, given) {
      if want.first == "{" {
        guard takesRest || !part.isEmpty else { return nil }
        parameters.append(part)
      } else if want != part {
        return nil
      }
    }
    return parameters
  }
}
