// SPDX-License-Identifier: Apache-2.0

/// The file that `bailey-location` writes for `baileyd`: a location that some service keeps telling, and its time.
package enum FollowedLocation {
  /// The name of the file, in the folder of `baileyd`.
  package static let name = "location-followed"
  /// How often it is written again while the service is there.
  package static let beat = Duration.seconds(30)
  /// Milliseconds after which what was written counts no longer: whoever wrote it is gone.
  package static let longestSilence: Int64 = 120_000

  /// The text of two lines: the place, and the milliseconds since 1970 when it was found out.
  package static func text(of fix: LocationFix) -> String { "\(fix.text)\n\(fix.time)\n" }

  package static func read(_ text: String) -> LocationFix? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, let time = Int64(lines[1]), time >= 0 else { return nil }
    return LocationFix(String(lines[0]), time: time)
  }
}
