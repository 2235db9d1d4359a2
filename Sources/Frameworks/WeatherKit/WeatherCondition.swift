// SPDX-License-Identifier: Apache-2.0

/// The weather in a word. Source: `WeatherKit.WeatherCondition`.
public enum WeatherCondition: String, Hashable, Sendable, CaseIterable, Codable, CustomStringConvertible {
  case blizzard, blowingDust, blowingSnow, breezy, clear, cloudy, drizzle, flurries, foggy, freezingDrizzle,
    freezingRain, frigid, hail, haze, heavyRain, heavySnow, hot, hurricane, isolatedThunderstorms, mostlyClear,
    mostlyCloudy, partlyCloudy, rain, scatteredThunderstorms, sleet, smoky, snow, strongStorms, sunFlurries,
    sunShowers, thunderstorms, tropicalStorm, windy, wintryMix

  /// The word for people, in English.
  public var description: String {
    rawValue.reduce(into: "") { words, letter in
      if words.isEmpty {
        words += letter.uppercased()
      } else {
        words += letter.isUppercase ? " \(letter)" : "\(letter)"
      }
    }
  }
  /// The word for the ear.
  public var accessibilityDescription: String { description }
}
