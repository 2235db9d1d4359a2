// SPDX-License-Identifier: Apache-2.0

/// A part of what a search finds: no more than has room at one time.
package struct ItemPage: Sendable {
  /// The place where a part ended: a keychain of several, and the rows last looked at. An identity is two rows.
  package struct Place: Sendable, Equatable, Comparable {
    package var keychain: Int
    package let row: Int64
    package let otherRow: Int64

    package init(keychain: Int = 0, row: Int64, otherRow: Int64 = 0) {
      self.keychain = keychain
      self.row = row
      self.otherRow = otherRow
    }

    package static func < (one: Place, other: Place) -> Bool {
      (one.keychain, one.row, one.otherRow) < (other.keychain, other.row, other.otherRow)
    }
  }

  package enum End: Sendable, Equatable {
    case complete
    /// There may be more after this place.
    case more(after: Place)
    /// The room is too small for even one part, which takes so many bytes. What was found is not to be used.
    case needsRoom(Int)
  }

  /// The bytes of sealed items that may be held.
  package enum Room: Sendable {
    case unlimited
    /// The room of answers that are whole, or ask for more room.
    case unclaimed(Int)
    case claimed(Int)
  }

  private let room: Room
  /// The place where the part before ended.
  package let start: Place?
  package private(set) var end = End.complete
  private var held = 0

  package init(_ room: Room, after start: Place? = nil) {
    self.room = room
    self.start = start
  }

  package static let unlimited = ItemPage(.unlimited)

  package enum Admission: Sendable { case skipped, admitted, full }

  /// Whether the next row is part of the page; rows come in the order of their places.
  package mutating func admit(_ place: Place, size: Int, after last: Place?) -> Admission {
    if let start, place <= start { return .skipped }
    switch room {
    case .unlimited: break
    case .unclaimed(let room):
      guard held + size <= room else {
        end = .needsRoom(size)
        return .full
      }
    case .claimed(let room):
      guard held + size <= room else {
        end = held > 0 ? .more(after: last ?? start ?? Place(row: 0)) : .needsRoom(size)
        return .full
      }
    }
    held += size
    return .admitted
  }

  /// Ends the page where the limit of the search is reached.
  package mutating func complete() { end = .complete }

  /// The page of one of several keychains in turn; nil for a keychain that earlier pages have been through.
  package func part(ofKeychain index: Int) -> ItemPage? {
    guard index >= start?.keychain ?? 0 else { return nil }
    var part = ItemPage(
      room, after: start.flatMap { $0.keychain == index ? Place(row: $0.row, otherRow: $0.otherRow) : nil })
    part.held = held
    return part
  }

  /// Takes over what a part held, and where it ended.
  package mutating func take(_ part: ItemPage, ofKeychain index: Int) {
    held = part.held
    end = part.end
    if case .more(var place) = part.end {
      place.keychain = index
      end = .more(after: place)
    }
  }
}

/// A keychain whose answers can be had in parts.
package protocol PagedKeychain: KeychainService {
  /// Finds like `find`; in a page that goes on after another one, or is followed by one, there may be no item.
  func find(_ query: ItemQuery, _ page: inout ItemPage) throws(KeychainStatus) -> [ItemResult]
}
