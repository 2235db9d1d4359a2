// SPDX-License-Identifier: Apache-2.0
public import CoreLocation
public import Foundation

/// The weather of a place: there is none. Source: `WeatherKit.Weather`.
public struct Weather: Hashable, Sendable {
  let service: Never
  /// The weather now.
  public var currentWeather: CurrentWeather { switch service {} }
  /// The weather minute by minute.
  public var minuteForecast: Forecast<MinuteWeather>? { switch service {} }
  /// The weather hour by hour.
  public var hourlyForecast: Forecast<HourWeather> { switch service {} }
  /// The weather day by day.
  public var dailyForecast: Forecast<DayWeather> { switch service {} }
  /// The warnings.
  public var weatherAlerts: [WeatherAlert]? { switch service {} }
}

/// The weather of several minutes, hours or days: there is none. Source: `WeatherKit.Forecast`.
public struct Forecast<Element: Hashable & Sendable>: RandomAccessCollection, Hashable, Sendable {
  let service: Never
  /// The minutes, hours or days.
  public var forecast: [Element] { switch service {} }
  /// The source and age of it.
  public var metadata: WeatherMetadata { switch service {} }
  /// The first index.
  public var startIndex: Int { switch service {} }
  /// The index after the last.
  public var endIndex: Int { switch service {} }
  /// The minute, hour or day at an index.
  public subscript(position: Int) -> Element { switch service {} }
}

/// The weather now: there is none. Source: `WeatherKit.CurrentWeather`.
public struct CurrentWeather: Hashable, Sendable {
  let service: Never
  /// The moment.
  public var date: Date { switch service {} }
  /// The weather in a word.
  public var condition: WeatherCondition { switch service {} }
  /// The name of a symbol of it.
  public var symbolName: String { switch service {} }
  /// The temperature.
  public var temperature: Measurement<UnitTemperature> { switch service {} }
  /// The temperature as it is felt.
  public var apparentTemperature: Measurement<UnitTemperature> { switch service {} }
  /// The temperature at which dew falls.
  public var dewPoint: Measurement<UnitTemperature> { switch service {} }
  /// The humidity, from 0 to 1.
  public var humidity: Double { switch service {} }
  /// The pressure of the air.
  public var pressure: Measurement<UnitPressure> { switch service {} }
  /// The distance that can be seen.
  public var visibility: Measurement<UnitLength> { switch service {} }
  /// The part of the sky that clouds cover, from 0 to 1.
  public var cloudCover: Double { switch service {} }
  /// Whether the sun is up.
  public var isDaylight: Bool { switch service {} }
  /// The sun's power to burn.
  public var uvIndex: UVIndex { switch service {} }
  /// The wind.
  public var wind: Wind { switch service {} }
  /// The source and age of it.
  public var metadata: WeatherMetadata { switch service {} }
}

/// The weather of a minute: there is none. Source: `WeatherKit.MinuteWeather`.
public struct MinuteWeather: Hashable, Sendable {
  let service: Never
  /// The minute.
  public var date: Date { switch service {} }
  /// The probability of rain or snow, from 0 to 1.
  public var precipitationChance: Double { switch service {} }
  /// The amount of rain or snow.
  public var precipitationIntensity: Measurement<UnitSpeed> { switch service {} }
}

/// The weather of an hour: there is none. Source: `WeatherKit.HourWeather`.
public struct HourWeather: Hashable, Sendable {
  let service: Never
  /// The hour.
  public var date: Date { switch service {} }
  /// The weather in a word.
  public var condition: WeatherCondition { switch service {} }
  /// The name of a symbol of it.
  public var symbolName: String { switch service {} }
  /// The temperature.
  public var temperature: Measurement<UnitTemperature> { switch service {} }
  /// The temperature as it is felt.
  public var apparentTemperature: Measurement<UnitTemperature> { switch service {} }
  /// The humidity, from 0 to 1.
  public var humidity: Double { switch service {} }
  /// The probability of rain or snow, from 0 to 1.
  public var precipitationChance: Double { switch service {} }
  /// The part of the sky that clouds cover, from 0 to 1.
  public var cloudCover: Double { switch service {} }
  /// Whether the sun is up.
  public var isDaylight: Bool { switch service {} }
  /// The sun's power to burn.
  public var uvIndex: UVIndex { switch service {} }
  /// The wind.
  public var wind: Wind { switch service {} }
}

/// The weather of a day: there is none. Source: `WeatherKit.DayWeather`.
public struct DayWeather: Hashable, Sendable {
  let service: Never
  /// The day.
  public var date: Date { switch service {} }
  /// The weather in a word.
  public var condition: WeatherCondition { switch service {} }
  /// The name of a symbol of it.
  public var symbolName: String { switch service {} }
  /// The highest temperature.
  public var highTemperature: Measurement<UnitTemperature> { switch service {} }
  /// The lowest temperature.
  public var lowTemperature: Measurement<UnitTemperature> { switch service {} }
  /// The probability of rain or snow, from 0 to 1.
  public var precipitationChance: Double { switch service {} }
  /// The times of the sun.
  public var sun: SunEvents { switch service {} }
  /// The sun's power to burn.
  public var uvIndex: UVIndex { switch service {} }
  /// The wind.
  public var wind: Wind { switch service {} }
}

/// The times of the sun: there are none. Source: `WeatherKit.SunEvents`.
public struct SunEvents: Hashable, Sendable {
  let service: Never
  /// The sunrise.
  public var sunrise: Date? { switch service {} }
  /// The sunset.
  public var sunset: Date? { switch service {} }
}

/// The sun's power to burn: there is none. Source: `WeatherKit.UVIndex`.
public struct UVIndex: Hashable, Sendable {
  let service: Never
  /// The number.
  public var value: Int { switch service {} }
  /// The number in a word.
  public var category: ExposureCategory { switch service {} }
  /// A range of the number. Source: `WeatherKit.UVIndex.ExposureCategory`.
  public enum ExposureCategory: String, Hashable, Sendable, CaseIterable { case low, moderate, high, veryHigh, extreme }
}

/// The wind: there is none. Source: `WeatherKit.Wind`.
public struct Wind: Hashable, Sendable {
  let service: Never
  /// The speed.
  public var speed: Measurement<UnitSpeed> { switch service {} }
  /// The speed of gusts.
  public var gust: Measurement<UnitSpeed>? { switch service {} }
  /// The direction from which it comes.
  public var direction: Measurement<UnitAngle> { switch service {} }
}

/// A warning: there is none. Source: `WeatherKit.WeatherAlert`.
public struct WeatherAlert: Hashable, Sendable {
  let service: Never
  /// The warning in words.
  public var summary: String { switch service {} }
  /// The place that it is for.
  public var region: String? { switch service {} }
  /// The name of its source.
  public var source: String { switch service {} }
  /// The address with more about it.
  public var detailsURL: URL { switch service {} }
}

/// The source and age of the weather: there is none. Source: `WeatherKit.WeatherMetadata`.
public struct WeatherMetadata: Hashable, Sendable {
  let service: Never
  /// The moment of the report.
  public var date: Date { switch service {} }
  /// The moment until which it is good.
  public var expirationDate: Date { switch service {} }
  /// The place.
  public var location: CLLocation { switch service {} }
}

/// The mark of the service: there is none. Source: `WeatherKit.WeatherAttribution`.
public struct WeatherAttribution: Hashable, Sendable {
  let service: Never
  /// The name of the service.
  public var serviceName: String { switch service {} }
  /// The address of the page about its sources.
  public var legalPageURL: URL { switch service {} }
  /// The mark for light backgrounds.
  public var combinedMarkLightURL: URL { switch service {} }
  /// The mark for dark backgrounds.
  public var combinedMarkDarkURL: URL { switch service {} }
}
