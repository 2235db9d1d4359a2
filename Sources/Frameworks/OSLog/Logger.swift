// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes what happens to standard error, a line each: who is asked to run an app or a widget sees it there.
/// Source: `os.Logger`.
public struct Logger: Sendable {
  private let log: OSLog

  /// Without a name.
  public init() { log = .default }
  /// - Parameters:
  ///   - subsystem: Of which part of which app, as an identifier.
  ///   - category: Of what.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
  /// - Parameter log: Where it is written.
  public init(_ log: OSLog) { self.log = log }

  /// - Parameter message: What happened.
  public func log(_ message: OSLogMessage) { log.write(.default, message.text) }
  /// - Parameters:
  ///   - level: How grave it is.
  ///   - message: What happened.
  public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }
  /// - Parameter message: What happened.
  public func trace(_ message: OSLogMessage) { log.write(.debug, message.text) }
  /// - Parameter message: What happened.
  public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }
  /// - Parameter message: What happened.
  public func info(_ message: OSLogMessage) { log.write(.info, message.text) }
  /// - Parameter message: What happened.
  public func notice(_ message: OSLogMessage) { log.write(.default, message.text) }
  /// - Parameter message: What happened.
  public func warning(_ message: OSLogMessage) { log.write(.error, message.text) }
  /// - Parameter message: What happened.
  public func error(_ message: OSLogMessage) { log.write(.error, message.text) }
  /// - Parameter message: What happened.
  public func critical(_ message: OSLogMessage) { log.write(.fault, message.text) }
  /// - Parameter message: What happened.
  public func fault(_ message: OSLogMessage) { log.write(.fault, message.text) }
}

/// How grave something is. Source: `os.OSLogType`.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8
  /// - Parameter rawValue: Apple's number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Source: `os`, `default`.
  public static let `default` = OSLogType(rawValue: 0)
  /// Source: `os`, `info`.
  public static let info = OSLogType(rawValue: 1)
  /// Source: `os`, `debug`.
  public static let debug = OSLogType(rawValue: 2)
  /// Source: `os`, `error`.
  public static let error = OSLogType(rawValue: 16)
  /// Source: `os`, `fault`.
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

/// Where messages of one kind go. Source: `os.OSLog`.
public final class OSLog: Sendable {
  /// A kind of messages. Source: `os.OSLog.Category`.
  public struct Category: Sendable {
    let name: String
    /// Source: `os`, `pointsOfInterest`.
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
  }

  private let name: String?

  /// - Parameters:
  ///   - subsystem: Of which part of which app, as an identifier.
  ///   - category: Of what.
  public init(subsystem: String, category: String) { name = "[\(subsystem):\(category)] " }
  /// - Parameters:
  ///   - subsystem: Of which part of which app, as an identifier.
  ///   - category: Of what.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }
  private init(name: String?) { self.name = name }

  /// Without a name.
  public static let `default` = OSLog(name: "")
  /// Nowhere.
  public static let disabled = OSLog(name: nil)

  func write(_ level: OSLogType, _ text: String) {
    guard let name else { return }
    let line = level.name + " " + name + text.replacing("\n", with: "\\n") + "\n"
    // Nobody may be there to read it.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}
