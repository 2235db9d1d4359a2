// SPDX-License-Identifier: Apache-2.0

/// The operations of the owner with Bailey's own programs: one table for the console, the command line and the agent
/// alike.
///
/// `baileyd` and the enclave ask it before they do anything, so that no page and no command has a rule of its own. What lets
/// more be seen, allows, lengthens or weakens wants the unlocked state. What decides about locking, about the tenth wrong
/// passcode, about locked screens and about everything wants the passcode as well. What hides, denies, locks or shortens
/// wants nothing, in no state.
///
/// The numbers are sent: they are permanent.
package enum OwnerOperation: UInt8, Sendable, CaseIterable {
  // The lock and the passcode: decided by the enclave.
  case lock = 1
  case unlock = 2
  case setPasscode = 3
  case changePasscode = 4
  case removePasscode = 5
  /// The passcode, for a question.
  case prove = 6
  case loosenLocking = 7
  case tightenLocking = 8
  case erase = 9
  /// The word for an emergency. A program of the same user can do it too: it can destroy, and never read.
  case eraseWithoutPasscode = 10

  // What is seen on locked screens, and what apps may have: decided by `baileyd`.
  case showWhileLocked = 20
  case hideWhileLocked = 21
  case allowAccess = 22
  case denyAccess = 23
  /// A refusal that is forgotten is one no more.
  case forgetAnswers = 24
  case setPolicy = 25
  case shareFiles = 26
  /// Anything but a refusal, to an app that asks.
  case answerYes = 27
  case answerNo = 28
  case tellLocation = 29
  case hideLocation = 30
  case recordAccesses = 31
  /// Ending the access log: what was recorded is deleted, and apps are watched no more.
  case stopRecording = 32

  // Which programs there are.
  case registerProgram = 40
  /// Removing a registration: the program's groups can become another's.
  case unregisterProgram = 41
  case trustPublisher = 42
  /// Revokes a publisher for good: it cannot be taken back.
  case revokePublisher = 43
  case installApp = 44
  case removeApp = 45
  case eraseAppData = 46
  /// A new version of an app whose entitlements lead past what was answered.
  case widenApp = 47
  /// Changing who vouches for keys of apps: an organisation's issuer, or this instance alone.
  case enrolMachine = 48

  // Everybody's items.
  case seePasswords = 50
  case backUpItems = 51
  /// A list of what a damaged disk has cost grows shorter.
  case forgetLostItems = 52
  /// Changing the list of file-based keychains, and which of them are searched.
  case arrangeKeychains = 53
  /// Listing the sites at which there are accounts.
  case seePasskeys = 54
  case changePasskeys = 55
  /// Passkeys leave the device in a backup or a file, or come from one: private parts too.
  case movePasskeys = 56

  // Files: decided by the owner's own programs, because any program that may read the mount sets its files' classes there.
  /// A class that opens in more states than the present one.
  case loosenClass = 60

  /// The lock states and the passcode that an action of the owner needs.
  package struct Rule: Sendable, Equatable {
    package let states: Set<LockState>
    package let passcode: Passcode

    package enum Passcode: Sendable, Equatable {
      case notWanted
      /// A passcode is wanted where one is set.
      case wanted
      /// A passcode is wanted where a group that is given away is somebody's.
      case wantedForOthers
    }

    fileprivate static func anytime(_ passcode: Passcode = .notWanted) -> Rule {
      Rule(states: Set(LockState.allCases), passcode: passcode)
    }

    fileprivate static func unlocked(_ passcode: Passcode = .notWanted) -> Rule {
      Rule(states: [.unlocked], passcode: passcode)
    }

    package func permits(_ state: LockState) -> Bool { states.contains(state) }
  }

  package var rule: Rule {
    switch self {
    case .lock, .tightenLocking, .eraseWithoutPasscode: .anytime()
    case .unlock, .erase: .anytime(.wanted)
    // There is none that could be wanted.
    case .setPasscode: .unlocked()
    case .changePasscode, .removePasscode, .prove, .loosenLocking: .unlocked(.wanted)
    case .hideWhileLocked, .denyAccess, .answerNo, .hideLocation: .anytime()
    case .showWhileLocked, .allowAccess, .setPolicy, .shareFiles: .unlocked(.wanted)
    case .forgetAnswers, .answerYes, .tellLocation, .recordAccesses, .stopRecording: .unlocked()
    case .registerProgram, .unregisterProgram: .unlocked(.wantedForOthers)
    case .trustPublisher, .revokePublisher, .widenApp, .enrolMachine: .unlocked(.wanted)
    case .installApp: .unlocked()
    // They destroy, and let nobody see anything.
    case .removeApp, .eraseAppData, .forgetLostItems: .anytime()
    case .seePasswords, .backUpItems, .seePasskeys, .changePasskeys, .movePasskeys: .unlocked(.wanted)
    case .arrangeKeychains, .loosenClass: .unlocked()
    }
  }
}
