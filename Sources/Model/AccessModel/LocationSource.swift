// SPDX-License-Identifier: Apache-2.0

/// What says where this computer is.
package enum LocationSource: Sendable, Equatable {
  /// A place that the person named.
  case fixed(LocationFix)
  /// A file in which some program keeps the place, read each time.
  case file(String)

  package static let longest = 4096

  /// `LATITUDE,LONGITUDE[,ACCURACY[,ALTITUDE]]` or an absolute path.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    if text.hasPrefix("/") {
      guard !text.utf8.contains(0) else { return nil }
      self = .file(text)
    } else {
      guard let fix = LocationFix(text, time: 0) else { return nil }
      self = .fixed(fix)
    }
  }

  package var text: String {
    switch self {
    case .file(let path): path
    case .fixed(let fix): fix.text
    }
  }
}

extension LocationFix {
  /// As it stands in a setting or a file: degrees, and metres where they are known.
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
    "\(latitude),\(longitude),\(accuracy)" + (altitude.map { ",\($0)" } ?? "")
  }
}
