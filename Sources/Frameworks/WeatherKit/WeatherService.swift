// SPDX-License-Identifier: Apache-2.0
public import CoreLocation

// WeatherKit as where Apple's weather service cannot be reached: it answers nobody but Apple's devices and those who pay for a
// key. A request fails, and says so; what it would give has a part of a type without values, so that the compiler shows that
// there is none.

/// The weather service: there is none. Source: `WeatherKit.WeatherService`.
public final class WeatherService: Sendable {
  /// The service of the app.
  public static let shared = WeatherService()
  /// A service.
  public init() {}

  /// Asks for the weather.
  ///
  /// - Parameter location: The place.
  /// - Returns: Never.
  /// - Throws: `WeatherError.permissionDenied`: no service answers here.
  public func weather(for location: CLLocation) async throws -> Weather { throw WeatherError.permissionDenied }

  /// Asks for parts of the weather.
  ///
  /// - Parameters:
  ///   - location: The place.
  ///   - dataSet: The parts.
  /// - Returns: Never.
  /// - Throws: `WeatherError.permissionDenied`: no service answers here.
  public func weather<each Part>(
    for location: CLLocation, including dataSet: repeat WeatherQuery<each Part>
  ) async throws -> (repeat each Part) { throw WeatherError.permissionDenied }

  /// The mark of the service.
  ///
  /// - Throws: `WeatherError.permissionDenied`: no service answers here.
  public var attribution: WeatherAttribution { get async throws { throw WeatherError.permissionDenied } }
}

/// Why there is no weather. Source: `WeatherKit.WeatherError`.
public enum WeatherError: LocalizedError, Hashable, Sendable {
  /// The app may not ask, which is so for every app here.
  case permissionDenied
  /// Something else.
  case unknown

  /// The reason in words.
  public var errorDescription: String? {
    switch self {
    case .permissionDenied: "Apple's weather service does not answer on this system."
    case .unknown: "The weather could not be had."
    }
  }
  /// The reason in words.
  public var failureReason: String? { errorDescription }
  /// A way out, in words for the developer.
  public var recoverySuggestion: String? {
    "Ask a weather service of your own with URLSession, where the app may use the network."
  }
  /// The name of an article of help: none.
  public var helpAnchor: String? { nil }
}

/// A part of the weather that is asked for. Source: `WeatherKit.WeatherQuery`.
public struct WeatherQuery<Part>: Sendable {
  fileprivate init() {}
}

extension WeatherQuery where Part == CurrentWeather {
  /// The weather now.
  public static var current: WeatherQuery<CurrentWeather> { WeatherQuery() }
}
extension WeatherQuery where Part == Forecast<MinuteWeather>? {
  /// The weather minute by minute.
  public static var minute: WeatherQuery<Forecast<MinuteWeather>?> { WeatherQuery() }
}
extension WeatherQuery where Part == Forecast<HourWeather> {
  /// The weather hour by hour.
  public static var hourly: WeatherQuery<Forecast<HourWeather>> { WeatherQuery() }
  /// The weather hour by hour.
  ///
  /// - Parameters:
  ///   - startDate: The first hour.
  ///   - endDate: The last hour.
  /// - Returns: The part.
  public static func hourly(startDate: Date, endDate: Date) -> WeatherQuery<Forecast<HourWeather>> { WeatherQuery() }
}
extension WeatherQuery where Part == Forecast<DayWeather> {
  /// The weather day by day.
  public static var daily: WeatherQuery<Forecast<DayWeather>> { WeatherQuery() }
  /// The weather day by day.
  ///
  /// - Parameters:
  ///   - startDate: The first day.
  ///   - endDate: The last day.
  /// - Returns: The part.
  public static func daily(startDate: Date, endDate: Date) -> WeatherQuery<Forecast<DayWeather>> { WeatherQuery() }
}
extension WeatherQuery where Part == [WeatherAlert]? {
  /// The warnings.
  public static var alerts: WeatherQuery<[WeatherAlert]?> { WeatherQuery() }
}
