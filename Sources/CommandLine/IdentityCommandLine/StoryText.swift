// SPDX-License-Identifier: Apache-2.0
import IdentityModel
package import JSONCoding

/// The stories of one person in sentences, as `explain` shows them.
package struct StoryText {
  package let lines: [String]

  package init(_ value: JSONValue) {
    guard case .array(let stories) = value, !stories.isEmpty else {
      lines = ["Nothing is known of a site or an app of theirs: the log has no request, and there is no consent."]
      return
    }
    lines = stories.flatMap(Self.story)
  }

  private static func story(_ value: JSONValue) -> [String] {
    let events = value.list("events").map { event in
      let rules = event.texts("rules")
      let broken = rules.isEmpty ? "" : " (\(rules.joined(separator: ", ")))"
      let kind = SignInStory.Event.Kind(rawValue: event.text("what"))
      return
        "  \(time(event.number("at")))  \(kind.map(sentence) ?? event.text("what"))\(broken)  [\(event.text("id"))]"
    }
    let findings = value.list("findings").flatMap { finding -> [String] in
      guard let pattern = SignInStory.Finding.Pattern(rawValue: finding.text("pattern")) else { return [] }
      let rules = finding.texts("rules")
      let evidence = finding.texts("evidence")
      return ["! \(pattern.rawValue): \(sentence(pattern))"]
        + (rules.isEmpty ? [] : ["  Rules: \(rules.joined(separator: ", "))"])
        + (evidence.isEmpty ? [] : ["  See: \(evidence.joined(separator: " "))"])
    }
    // A name that a request brought may be any text.
    let app = ResultText.words(.string(value.text("app")))
    return [app] + events + (findings.isEmpty ? ["  Nothing is unusual about it."] : findings)
  }

  private static func time(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000 % 86_400
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let date = CalendarDay(milliseconds: Int64(milliseconds)).text
    return "\(date) \(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
  }

  private static func sentence(_ kind: SignInStory.Event.Kind) -> String {
    switch kind {
    case .firstConsent: "They allowed it for the first time; the site was sent their ‘user’."
    case .consent: "They allowed it again."
    case .cancelled: "They pressed Cancel."
    case .refusedAfterContinue: "They pressed Continue, and the provider refused."
    case .tokensIssued: "The site brought the code and was given tokens."
    case .tokensRefused: "The site brought the code and was refused."
    case .refreshed: "The site used its refresh token."
    case .refreshRefused: "The site used its refresh token and was refused."
    case .revokedBySite: "The site called /auth/revoke, which ended the consent."
    case .removedByPerson: "They removed the site at their account’s page."
    case .removedByAdministrator: "The consent was removed by bailey-identity user remove-site."
    }
  }

  private static func sentence(_ pattern: SignInStory.Finding.Pattern) -> String {
    switch pattern {
    case .revokedRightAfterSignIn:
      "the site’s own server revokes within two minutes of each sign-in. To the person it looks as if the account were rejected. "
        + "Look in its code for a call of /auth/revoke after a failed log-in."
    case .firstTimeAgain:
      "the same person was new more than once, because the consent ended between. The site must find them by ‘sub’, which stays."
    case .nameGivenBefore:
      "the site asks for the name again, which is given with the first consent alone. It had it then: it must store it with the "
        + "answer that brings it, or ask on a page of its own. Removing the site makes the next sign-in a first one."
    case .refusedAfterContinue:
      "apps report this as cancelled (1001), but nobody cancelled. The log has the reason: bailey-identity log --id ID."
    case .siteRefused: "the site’s request or its secret breaks these rules; bailey signin doctor says what to change."
    case .codeNotBrought:
      "the site never brought the code, or could not be told apart from nobody. Look at what its redirect address does with it."
    case .codeBroughtTwice:
      "the site brought one code twice, most likely in a retry or a reloaded page, and its tokens have ended. Bring each code once."
    case .appGone:
      "the app is gone, the consent is not. The person removes it at /account, or: bailey-identity user remove-site MAIL APP."
    case .notificationNotTaken:
      "the site’s server did not take a notification, and may still have them signed in. See: bailey-identity notifications show ID."
    }
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
  fileprivate func text(_ name: String) -> String { if case .string(let text)? = member(name) { text } else { "" } }
  fileprivate func number(_ name: String) -> Int { if case .number(let number)? = member(name) { number } else { 0 } }
  fileprivate func list(_ name: String) -> [JSONValue] {
    if case .array(let values)? = member(name) { values } else { [] }
  }
  fileprivate func texts(_ name: String) -> [String] {
    list(name).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
