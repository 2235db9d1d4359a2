// SPDX-License-Identifier: Apache-2.0
package import MessageBus

/// The properties of a session of the owner's that logind publishes:
/// https://www.freedesktop.org/software/systemd/man/org.freedesktop.login1.html.
package struct SessionFacts: Sendable, Equatable {
  /// Whether the session is the one that its seat's screen shows. A session without a seat always is.
  package var isActive: Bool
  package var isIdle: Bool
  /// Whether the program that covers the screen says that it does.
  package var isCovered: Bool
  /// Whether the session has a screen of its own: one over the network has none.
  package var hasSeat: Bool

  package init(isActive: Bool, isIdle: Bool = false, isCovered: Bool = false, hasSeat: Bool = true) {
    self.isActive = isActive
    self.isIdle = isIdle
    self.isCovered = isCovered
    self.hasSeat = hasSeat
  }

  /// Reads the properties of a session; nil where it is none of a person's, or says not what a session says.
  package init?(logind properties: [String: BusValue]) {
    guard properties["Class"]?.text == "user", let isActive = properties["Active"]?.boolean,
      let seat = properties["Seat"]?.elements, let name = seat.first?.text
    else { return nil }
    self.init(
      isActive: isActive, isIdle: properties["IdleHint"]?.boolean ?? false,
      isCovered: properties["LockedHint"]?.boolean ?? false, hasSeat: !name.isEmpty)
  }
}

/// A session in logind's list.
struct ListedSession: Equatable {
  /// The most sessions that are looked at of one user.
  static let maximum = 64

  let path: String
  let user: UInt32

  /// Reads `ListSessions`: identifier, user, name, seat and object of each. What is none is left out.
  static func all(_ answer: [BusValue]) -> [ListedSession] {
    guard let rows = answer.first?.elements else { return [] }
    return rows.compactMap { row in
      guard let fields = row.elements, fields.count == 5, case .uint32(let user) = fields[1],
        case .objectPath(let path) = fields[4]
      else { return nil }
      return ListedSession(path: path, user: user)
    }
  }
}
