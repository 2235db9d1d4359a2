// SPDX-License-Identifier: Apache-2.0

/// The role of the other end. The channel says it, never the peer.
enum EnclaveRole: CaseIterable {
  /// The process that started this one: hands over the channels of `bailey-fs` and `baileyd`.
  case supervisor
  /// The command line: passcodes and locks.
  case commandLine
  /// Follows the desktop's session: may lock, and nothing else.
  case locker
  /// `bailey-fs`, asking for keys.
  case files
  /// `baileyd`, asking for keys.
  case broker
  /// A program that has one key sign.
  case signer
  /// `bailey-fs` or `baileyd`, hearing events.
  case events
}

extension EnclaveRole {
  var asksForKeys: Bool { self == .files || self == .broker }

  /// The order in which those who ask at once are answered.
  var precedence: Int {
    switch self {
    case .events: 0
    case .files, .broker: 1
    case .supervisor, .locker: 2
    case .commandLine: 3
    case .signer: 4
    }
  }
}
