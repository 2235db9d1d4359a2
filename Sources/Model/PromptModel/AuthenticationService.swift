// SPDX-License-Identifier: Apache-2.0

/// Asks the person in front of the screen, for a program that may not draw the question itself.
///
/// The passcode is asked for, or a finger that fprintd knows: as a sign that the person is there, while the device is unlocked.
package protocol AuthenticationService: Sendable {
  /// Whether there is a passcode that could be asked for.
  func hasPasscode() throws(AuthenticationRefusal) -> Bool

  /// What the fingerprint sensor is good for now. Nobody is asked.
  func biometry() throws(AuthenticationRefusal) -> BiometryState

  /// Returns when the person has shown who they are, in this context or for this question. Takes as long as they take.
  func authenticate(_ question: AuthenticationQuestion) throws(AuthenticationRefusal)

  /// Forgets what was proved in the context, and takes back a question that is being asked in it.
  func invalidate(_ context: ContextToken)
}

/// Asks the person whether a program may have something.
package protocol PermissionService: AuthenticationService {
  /// Returns when the person has shown who they are and permits what the reason says. Nothing of it is remembered in the context.
  func permission(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) -> PermissionExtent
}

/// The question to the person, and its reason.
package struct AuthenticationQuestion: Sendable, Equatable {
  /// The context in which a proof holds for later requests with it.
  package var context: ContextToken
  /// The reason in the program's words, shown as such.
  package var reason: String
  /// The word on the button that refuses; nil for the usual one.
  package var cancelTitle: String?
  /// The seconds for which an unlock is proof enough.
  package var reuseSeconds: UInt16
  package var interaction: Interaction
  /// What shows who the person is.
  package var factor: Factor

  package enum Factor: Sendable {
    /// The passcode, or a finger where there is a sensor.
    case any
    case biometry
    /// The passcode, and no finger: for what opens something.
    case passcode
  }

  package enum Interaction: UInt8, Sendable, CaseIterable {
    case allowed = 1
    /// An answer only where nobody has to be asked.
    case refused = 2
  }

  /// The most bytes of a reason: as much as a person reads.
  package static let longestReason = 1024
  /// `LATouchIDAuthenticationMaximumAllowableReuseDuration`.
  package static let longestReuse: UInt16 = 300

  package init(
    context: ContextToken, reason: String, cancelTitle: String? = nil, reuseSeconds: UInt16 = 0,
    interaction: Interaction = .allowed, factor: Factor = .any
  ) {
    self.factor = factor
    self.context = context
    self.reason = Self.fitting(reason)
    self.cancelTitle = cancelTitle.map(Self.fitting)
    self.reuseSeconds = min(reuseSeconds, Self.longestReuse)
    self.interaction = interaction
  }
}

extension AuthenticationQuestion {
  /// The beginning of a text, as many whole characters as fit.
  package static func fitting(_ text: String) -> String {
    var cut = Substring(text)
    while cut.utf8.count > longestReason { cut.removeLast() }
    return String(cut)
  }
}

/// How long what the person permits to a program lasts. The numbers are sent: they are permanent.
package enum PermissionExtent: UInt8, Sendable, CaseIterable {
  /// The permission ends with the program.
  case once = 1
  /// The permission lasts until the person takes it back.
  case lasting = 2
}

/// Why the person is not authenticated.
package enum AuthenticationRefusal: UInt8, Error, Sendable, CaseIterable {
  /// The passcode was wrong once too often.
  case failed = 1
  case userCancelled = 2
  /// The question was taken back from outside: the screen locked, or the requester went away.
  case systemCancelled = 3
  case contextInvalidated = 4
  case noPasscode = 5
  /// Somebody would have to be asked, and may not be or cannot be.
  case notInteractive = 6
  /// Bailey is not running.
  case unavailable = 7
  /// There is no fingerprint sensor.
  case noBiometry = 8
  /// No finger is enrolled at the sensor.
  case notEnrolled = 9
  /// The person must enter the passcode first, because too many fingers were wrong.
  case biometryLockout = 10
}

/// A context's name: random, so that only who made it can use it.
package struct ContextToken: Sendable, Hashable {
  package static let size = 32
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}
