// SPDX-License-Identifier: Apache-2.0

/// The answer that is stored for a service and an app. The numbers are stored and sent: they are permanent.
package enum ConsentAnswer: UInt8, Sendable, Equatable, CaseIterable {
  case denied = 1
  case allowed = 2
  /// The app may have chosen photos or contacts alone.
  case limited = 3
  /// The app may add to a calendar: what was written cannot be read.
  case writeOnly = 4
  /// The app may use the location while it is in use.
  case whileInUse = 5
  /// Notifications are delivered quietly, without having been asked for.
  case provisional = 6
  /// The answer for the location of an app that asked for always, and that the person allowed while it is in use. The
  /// app takes it for always; the person is asked when it first uses the location while it is not in use.
  case provisionalAlways = 7
  /// The app gets an empty source, and is told that it may: what it opens is black, silent or empty, so that an app
  /// that was not written for a refusal goes on. As on visionOS.
  case empty = 8

  /// `auth_value` of TCC's table `access`. Where TCC has one value for allowed, so has this.
  package var authValue: Int {
    switch self {
    // The table has no value for it. Nothing is given, which is what counts.
    case .denied, .empty: 0
    case .allowed, .whileInUse, .provisional, .provisionalAlways: 2
    case .limited: 3
    case .writeOnly: 4
    }
  }

  /// Whether the app gets the person's own. To be asked wherever something is handed over.
  package var givesAccess: Bool {
    switch self {
    case .denied, .empty: false
    case .allowed, .limited, .writeOnly, .whileInUse, .provisional, .provisionalAlways: true
    }
  }

  package var name: String {
    switch self {
    case .denied: "denied"
    case .allowed: "allowed"
    case .limited: "limited"
    case .writeOnly: "write only"
    // What the person gave; what the app is told is more.
    case .whileInUse, .provisionalAlways: "while in use"
    case .provisional: "provisional"
    case .empty: "empty"
    }
  }
}

/// Why an answer is what it is: `auth_reason` of TCC's table `access`.
package enum ConsentReason: UInt8, Sendable, Equatable, CaseIterable {
  case error = 1
  case userConsent = 2
  case userSet = 3
  case systemSet = 4
  case servicePolicy = 5
  case mdmPolicy = 6
  case overridePolicy = 7
  case missingUsageString = 8
  case promptTimeout = 9
  case preflightUnknown = 10
  case entitled = 11
  case appTypePolicy = 12

  package var name: String {
    switch self {
    case .error: "error"
    case .userConsent: "asked"
    case .userSet: "set"
    case .systemSet: "set by the system"
    case .servicePolicy: "service policy"
    case .mdmPolicy: "policy"
    case .overridePolicy: "override"
    case .missingUsageString: "no purpose string"
    case .promptTimeout: "no answer"
    case .preflightUnknown: "not asked yet"
    case .entitled: "entitled"
    case .appTypePolicy: "kind of app"
    }
  }
}

/// How an app stands with a service at one moment.
package enum ConsentStanding: Sendable, Equatable {
  case notDetermined
  /// A policy decides: the person cannot change it, and is not asked.
  case restricted
  case answered(ConsentAnswer)

  /// Whether the answer gives access.
  package var givesAccess: Bool {
    guard case .answered(let answer) = self else { return false }
    return answer.givesAccess
  }

  /// The standing that the app itself is told: of an empty source, that it has what it asked for. Nothing is handed
  /// over by this.
  package func told(of service: ConsentService) -> ConsentStanding {
    guard self == .answered(.empty) else { return self }
    return .answered(service == .location ? .whileInUse : .allowed)
  }

  package var number: UInt8 {
    switch self {
    case .notDetermined: 0
    case .restricted: Self.restrictedNumber
    case .answered(let answer): answer.rawValue
    }
  }

  package init?(number: UInt8) {
    switch number {
    case 0: self = .notDetermined
    case Self.restrictedNumber: self = .restricted
    default:
      guard let answer = ConsentAnswer(rawValue: number) else { return nil }
      self = .answered(answer)
    }
  }

  private static let restrictedNumber: UInt8 = 255
}
