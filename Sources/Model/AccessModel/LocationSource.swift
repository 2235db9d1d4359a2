// SPDX-License-Identifier: Apache-2.0

/// The source of this computer's location.
package enum LocationSource: Sendable, Equatable {
  /// A place that the person named.
  case fixed(LocationFix)
  /// A file in which some program keeps the place, read each time.
  case file(String)
  /// The location of GeoClue, as `bailey-location` writes it down.
  case geoclue

  private static let geoclueName = "geoclue"
  package static let longest = 4096

  /// `LATITUDE,LONGITUDE[,ACCURACY[,ALTITUDE]]`, an absolute path, or `geoclue`.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    if text.hasPrefix("/") {
      guard !text.utf8.contains(0) else { return nil }
      self = .file(text)
    } else if text == Self.geoclueName {
      self = .geoclue
    } else {
      guard let fix = LocationFix(text, time: 0) else { return nil }
      self = .fixed(fix)
    }
  }

  package var text: String {
    switch self {
    case .file(let path): path
    case .fixed(let fix): fix.text
    case .geoclue: Self.geoclueName
    }
  }
}

extension LocationFix {
  /// Reads a location as it stands in a setting or a file: degrees, and metres where they are known.
  package init?(_ text: String, time: Int64) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    }
    guard (2...4).contains(parts.count) else { return nil }
    var numbers: [Double] = []
    for part in parts {
      // Decimal numbers alone: `Double` would read hexadecimal ones, infinity and nan too.
      guard part.count <= 24, part.allSatisfy({ "+-.0123456789".contains($0) }), let number = Double(String(part))
      else { return nil }
      numbers.append(number)
    }
    self.init(
      latitude: numbers[0], longitude: numbers[1], accuracy: numbers.count > 2 ? numbers[2] : 10,
      altitude: numbers.count > 3 ? numbers[3] : nil, time: time)
  }

  package var text: String {
    ([latitude, longitude, accuracy] + [altitude].compactMap(\.self)).map(Self.decimal).joined(separator: ",")
  }

  /// A number without an exponent, which is not read, and with seven decimals: a centimetre on the ground.
  private static func decimal(_ number: Double) -> String {
    let short = "\(number)"
    guard short.contains("e") else { return short }
    // A coordinate is never so large, and of an accuracy or an altitude so large nothing is known.
    let units = Int64((min(max(number, -1e9), 1e9) * 1e7).rounded())
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return (units < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
  }
}
