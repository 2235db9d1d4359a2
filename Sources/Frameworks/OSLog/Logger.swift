// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A logger that writes each message as a line to standard error, which is shown where the app or widget was started.
/// Source: `os.Logger`.
public struct Logger: Sendable {
  private let log: OSLog

  /// A logger without a subsystem and category.
  public init() { log = .default }
  /// A logger of one category of a subsystem.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the app that logs, as a reverse domain name.
  ///   - category: The kind of messages within the subsystem.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
  /// A logger that writes to a log object.
  ///
  /// - Parameter log: The log that messages go to.
  public init(_ log: OSLog) { self.log = log }

  /// Logs a message at the default level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func log(_ message: OSLogMessage) { log.write(.default, message.text) }
  /// Logs a message at a level.
  ///
  /// - Parameters:
  ///   - level: The severity.
  ///   - message: The text, with the values in it.
  public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }
  /// Logs a message at the debug level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func trace(_ message: OSLogMessage) { log.write(.debug, message.text) }
  /// Logs a message at the debug level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }
  /// Logs a message at the info level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func info(_ message: OSLogMessage) { log.write(.info, message.text) }
  /// Logs a message at the default level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func notice(_ message: OSLogMessage) { log.write(.default, message.text) }
  /// Logs a message at the error level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func warning(_ message: OSLogMessage) { log.write(.error, message.text) }
  /// Logs a message at the error level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func error(_ message: OSLogMessage) { log.write(.error, message.text) }
  /// Logs a message at the fault level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func critical(_ message: OSLogMessage) { log.write(.fault, message.text) }
  /// Logs a message at the fault level.
  ///
  /// - Parameter message: The text, with the values in it.
  public func fault(_ message: OSLogMessage) { log.write(.fault, message.text) }
}

/// The level of a message, which is its severity. Source: `os.OSLogType`.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number of the level, which is Apple's.
  public let rawValue: UInt8
  /// A level by its number.
  ///
  /// - Parameter rawValue: Apple's number of the level.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The level of messages that are worth keeping. Source: `os`, `default`.
  public static let `default` = OSLogType(rawValue: 0)
  /// The level of messages that help, but are not essential. Source: `os`, `info`.
  public static let info = OSLogType(rawValue: 1)
  /// The level of messages for development. Source: `os`, `debug`.
  public static let debug = OSLogType(rawValue: 2)
  /// The level of errors of the process. Source: `os`, `error`.
  public static let error = OSLogType(rawValue: 16)
  /// The level of faults, which are errors of the program or of several processes. Source: `os`, `fault`.
  public static let fault = OSLogType(rawValue: 17)

  var name: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "notice"
    }
  }
}

/// A log of one category of a subsystem. Source: `os.OSLog`.
public final class OSLog: Sendable {
  /// A category with a meaning of its own. Source: `os.OSLog.Category`.
  public struct Category: Sendable {
    let name: String
    /// The category of points of interest, which profilers show. Source: `os`, `pointsOfInterest`.
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
  }

  private let name: String?

  /// A log of one category of a subsystem.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the app that logs, as a reverse domain name.
  ///   - category: The kind of messages within the subsystem.
  public init(subsystem: String, category: String) { name = "[\(subsystem):\(category)] " }
  /// A log of a predefined category of a subsystem.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the app that logs, as a reverse domain name.
  ///   - category: The kind of messages within the subsystem.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }
  private init(name: String?) { self.name = name }

  /// The log without a subsystem and category.
  public static let `default` = OSLog(name: "")
  /// The log that discards its messages.
  public static let disabled = OSLog(name: nil)

  func write(_ level: OSLogType, _ text: String) {
    guard let name else { return }
    let line = level.name + " " + name + text.replacing("\n", with: "\\n") + "\n"
    // Nobody may be there to read it.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}
