// SPDX-License-Identifier: Apache-2.0

/// The lines of a symbol, and its filled areas. What overlaps a filled form is cut out of it by its direction.
typealias Drawing = (strokes: [String], fills: [String])

/// The drawings by the names that apps use, in a table for each subject.
enum SymbolDrawings {
  static let all: [String: Drawing] = {
    let drawn = [
      animalsAndThings, arrows, devices, documentsAndMedia, healthAndSport, listsAndControls, locksAndEyes, marks,
      moneyAndShopping, peopleAndMessages,
      placesAndTravel, shapes, time, weather,
    ].reduce(into: [String: Drawing]()) { all, subject in
      all.merge(subject) { _, _ in preconditionFailure("a name stands for two drawings") }
    }
    return SymbolVariants.added(to: drawn)
  }()

  // Outlines of several subjects.

  static let card =
    "M4 5.5H20C21.2 5.5 22 6.3 22 7.5V16.5C22 17.7 21.2 18.5 20 18.5H4C2.8 18.5 2 17.7 2 16.5V7.5C2 6.3 2.8 5.5 4 5.5Z"
  static let ring = "O12 12 9.5"
  static let disc = "O12 12 10"
  static let letter =
    "M4 5H20C21.2 5 22 5.8 22 7V17C22 18.2 21.2 19 20 19H4C2.8 19 2 18.2 2 17V7C2 5.8 2.8 5 4 5Z"
  static let sheet =
    "M5.5 4.5H18.5C20 4.5 21 5.5 21 7V18.5C21 20 20 21 18.5 21H5.5C4 21 3 20 3 18.5V7C3 5.5 4 4.5 5.5 4.5Z"
}
