// SPDX-License-Identifier: Apache-2.0

/// The status types of Apple's frameworks. Some have the values for denied and restricted the other way round, and some
/// have no value for restricted: https://developer.apple.com/documentation.
package enum AuthorizationStatus: String, Sendable, CaseIterable {
  case location = "CLAuthorizationStatus"
  case capture = "AVAuthorizationStatus"
  case photos = "PHAuthorizationStatus"
  case contacts = "CNAuthorizationStatus"
  case events = "EKAuthorizationStatus"
  case notifications = "UNAuthorizationStatus"
  case bluetooth = "CBManagerAuthorization"
  case motion = "CMAuthorizationStatus"
  case speech = "SFSpeechRecognizerAuthorizationStatus"
  case mediaLibrary = "MPMediaLibraryAuthorizationStatus"
  case tracking = "ATTrackingManager.AuthorizationStatus"

  /// The raw value for a standing.
  package func rawValue(of standing: ConsentStanding) -> Int {
    switch standing {
    case .notDetermined: 0
    case .restricted: restricted
    case .answered(.denied): denied
    case .answered(let answer): granted(answer)
    }
  }

  private var restricted: Int {
    switch self {
    case .speech, .mediaLibrary: 2
    // There is no value for restricted: the app may not, which is what denied says.
    case .notifications: denied
    case .location, .capture, .photos, .contacts, .events, .bluetooth, .motion, .tracking: 1
    }
  }

  private var denied: Int {
    switch self {
    case .speech, .mediaLibrary, .notifications: 1
    case .location, .capture, .photos, .contacts, .events, .bluetooth, .motion, .tracking: 2
    }
  }

  private func granted(_ answer: ConsentAnswer) -> Int {
    switch (self, answer) {
    case (.location, .whileInUse), (.photos, .limited), (.contacts, .limited), (.events, .writeOnly): 4
    case (.notifications, .provisional): 3
    case (.notifications, _): 2
    // Apps are not told of it: `ConsentStanding.told(of:)`.
    case (_, .empty): denied
    case (_, _): 3
    }
  }
}
