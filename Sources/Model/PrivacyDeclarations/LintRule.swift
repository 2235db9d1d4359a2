// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// The rules for declarations. The identifiers are permanent.
package enum LintRule: String, Sendable, CaseIterable {
  case present = "PS01"
  case sentence = "PS02"
  case period = "PS03"
  case active = "PS04"
  case imperative = "PS05"
  case specific = "PS06"
  case sentenceCase = "PS07"
  case brief = "PS08"
  case single = "PS09"
  case appName = "PS10"
  case repeated = "PS11"
  case placeholder = "PS12"
  case localized = "PS13"
  case coercion = "PS14"
  case oneButton = "PA01"
  case buttonTitle = "PA02"
  case noWayOut = "PA03"
  case leadsToAlert = "PA04"
  case inContext = "PA05"
  case trackingFirst = "TR01"
  case incentive = "TR02"
  case imitation = "TR03"
  case picture = "TR04"
  case annotation = "TR05"
  case buttonParts = "LB01"
  case contrast = "LB02"
  case translucency = "LB03"
  case truncation = "LB04"
  case buttonAttributes = "LB06"
  case manifest = "PM01"
  case manifestKey = "PM02"
  case trackingFlag = "PM03"
  case trackingDomain = "PM04"
  case trackingDomains = "PM05"
  case collectedEntry = "PM06"
  case dataType = "PM07"
  case purpose = "PM08"
  case accessedEntry = "PM09"
  case reason = "PM10"
  case noManifest = "PM11"
  case undeclaredAPI = "PM12"
  case policyAddress = "PP01"
  case deletionAddress = "PP02"
  case transport = "AT01"
  case propertyList = "PL01"
  case ignore = "LI01"

  package enum Level: String, Sendable, Comparable {
    case note
    case warning
    case error

    package static func < (one: Level, other: Level) -> Bool { one.order < other.order }
    private var order: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// Heuristics only warn.
  package var level: Level {
    switch self {
    case .sentence, .active, .imperative, .specific, .sentenceCase, .brief, .single, .appName, .repeated, .localized,
      .coercion, .undeclaredAPI, .noManifest, .policyAddress, .deletionAddress:
      .warning
    case .transport: .note
    default: .error
    }
  }

  /// The rule in the guidelines' words, or in those of Apple's reference where they say it.
  package var quotation: String {
    switch self {
    case .present:
      "You supply copy that describes why your app needs access, and the system displays your description in the alert."
    case .sentence, .brief, .single:
      "Aim for a brief, complete sentence that’s straightforward, specific, and easy to understand."
    case .period: "Use sentence case, avoid passive voice, and include a period at the end."
    case .active, .sentenceCase: "Use sentence case, avoid passive voice, and include a period at the end."
    case .imperative: "An imperative sentence that doesn’t provide any justification."
    case .specific:
      "Write copy that clearly describes how your app uses the ability, data, or resource you’re requesting."
    case .appName:
      "The standard alert displays your copy (called a purpose string or usage description string) after your app name and "
        + "before the buttons people use to grant or deny their permission."
    case .repeated:
      "Give people precise control over their data by making your permission requests as specific as possible."
    case .placeholder:
      "People are less likely to be comfortable sharing data with your app if they don’t understand exactly how you plan to "
        + "use it."
    case .localized: "The system displays your description in the alert."
    case .coercion, .incentive:
      "There are several prohibited custom-screen designs that will cause rejection. Some examples are offering incentives."
    case .oneButton: "Include only one button and make it clear that it opens the system alert."
    case .buttonTitle:
      "Use a term like “Continue” or “Next” to title the single button in your custom screen or window."
    case .noWayOut:
      "Don’t include additional actions in your custom screen or window. For example, don’t provide a way for people to leave "
        + "the screen or window without viewing the system alert."
    case .leadsToAlert: "Clarifying that its action is to open the system alert."
    case .inContext:
      "Avoid requesting permission at launch unless the data or resource is required for your app to function."
    case .trackingFirst:
      "If you want to perform app tracking as soon as people launch your app, you must display the system-provided alert "
        + "before you collect any tracking data."
    case .imitation: "Displaying a screen or window that looks like a request."
    case .picture: "Displaying an image of the alert."
    case .annotation: "Annotating the screen behind the alert."
    case .buttonParts, .buttonAttributes:
      "To help people recognize and trust location buttons, you can’t customize the button’s other visual attributes."
    case .contrast, .translucency, .truncation:
      "The system also ensures a location button remains legible by warning you about problems like low-contrast color "
        + "combinations or too much translucency."
    case .manifest, .manifestKey, .trackingFlag, .trackingDomain, .trackingDomains, .collectedEntry, .dataType,
      .purpose,
      .accessedEntry, .reason, .noManifest, .undeclaredAPI:
      declared
    case .policyAddress: "Whoever collects data says in a policy what becomes of it (App Review Guidelines, 5.1.1)."
    case .deletionAddress:
      "Whoever collects data says how people have it deleted, also where it is on servers (App Review Guidelines, 5.1.1)."
    case .transport: "NSPinnedDomains: the certificates that are expected of a domain."
    case .propertyList: "A property list or a file of texts that cannot be read declares nothing."
    case .ignore: "What is ignored says why."
    }
  }

  private var declared: String {
    switch self {
    case .manifest: "A privacy manifest is a property list that records the types of data collected by your app."
    case .manifestKey: "A key that is none of the four of a privacy manifest makes it invalid (ITMS-91056)."
    case .trackingFlag: "NSPrivacyTracking: a Boolean."
    case .trackingDomain: "NSPrivacyTrackingDomains: an array of strings that lists the internet domains."
    case .trackingDomains:
      "If this array contains entries, NSPrivacyTracking is true; with NSPrivacyTracking true it contains at least one."
    case .collectedEntry:
      "A dictionary of exactly the type, whether it is linked, whether it is for tracking, and its purposes."
    case .dataType: "NSPrivacyCollectedDataType: one of the values that Apple lists."
    case .purpose: "NSPrivacyCollectedDataTypePurposes: an array of the values that Apple lists, not empty."
    case .accessedEntry: "A dictionary of exactly the category and its reasons."
    case .reason: "NSPrivacyAccessedAPITypeReasons: reasons of this very category, not empty."
    case .noManifest: "Each executable or dynamic library records its own; it cannot rely on that of another."
    default: "Describe the reason that the code uses a required reason API in its privacy manifest."
    }
  }
}

/// A finding of the lint, and its place.
package struct LintFinding: Sendable, Equatable {
  package let rule: LintRule
  package var level: LintRule.Level
  /// The file's path in the bundle.
  package let file: String
  /// The line, counted from 1.
  package let line: Int
  /// The part of the file that the finding is about.
  package let key: String
  package var message: String
  /// Why the file cannot be read, where that is what is wrong.
  package var problem: PropertyListError.Problem?
  /// Why it does not count.
  package var ignoredBecause: String?

  package init(
    _ rule: LintRule, in file: String, line: Int = 1, key: String = "", level: LintRule.Level? = nil, _ message: String
  ) {
    self.rule = rule
    self.level = level ?? rule.level
    self.file = file
    self.line = line
    self.key = key
    self.message = message
  }

  /// A file that cannot be read.
  init(_ file: String, _ error: PropertyListError, breaking rule: LintRule = .propertyList) {
    self.init(rule, in: file, line: error.line, "It cannot be read.")
    problem = error.problem
  }

  package var counts: Bool { ignoredBecause == nil }
}
