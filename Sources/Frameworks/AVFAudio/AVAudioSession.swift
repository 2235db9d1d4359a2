// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation
import Threads

/// The app's audio session: what it says of its sound, and whether it may record.
///
/// What is set here is kept and given back. Sound itself goes by the app's own library; Bailey decides whether a microphone can
/// be opened.
///
/// Source: https://developer.apple.com/documentation/avfaudio/avaudiosession
///
/// Unchecked because its state is behind a lock: the superclass alone is not Sendable.
open class AVAudioSession: NSObject, @unchecked Sendable {
  /// Whether the app may record. The values are Apple's four-character codes.
  public enum RecordPermission: UInt, Sendable {
    /// `undt`
    case undetermined = 0x756E_6474
    /// `deny`
    case denied = 0x6465_6E79
    /// `grnt`
    case granted = 0x6772_6E74
  }

  private struct Configuration {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var isActive = false

    var isRecording: Bool { isActive && category.records }
  }

  private static let theOne = AVAudioSession()
  private let configuration = Locked(Configuration())

  private override init() {}

  /// The one session of this process.
  ///
  /// - Returns: The session.
  open class func sharedInstance() -> AVAudioSession { theOne }

  /// Whether the app may record. Nobody is asked.
  open var recordPermission: RecordPermission {
    switch AudioPermission.current {
    case .undetermined: .undetermined
    case .denied: .denied
    case .granted: .granted
    }
  }

  /// Asks the person, where they have not decided yet. An app without `NSMicrophoneUsageDescription` is ended.
  ///
  /// - Parameter response: Called once, on a thread of its own, with whether the app may record.
  @preconcurrency
  open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    ConsentRequests.request(.microphone) { response($0.givesAccess) }
  }

  // MARK: - Configuration

  /// The purpose of the app's sound.
  open var category: Category { configuration.withLock { $0.category } }
  /// The use of sound within the category.
  open var mode: Mode { configuration.withLock { $0.mode } }
  /// How its sound goes with other apps'.
  open var categoryOptions: CategoryOptions { configuration.withLock { $0.options } }
  /// The categories that a session can have here.
  open var availableCategories: [Category] { Category.all.sorted { $0.rawValue < $1.rawValue } }

  /// Says what the app uses sound for. Nobody is asked: that comes with the activation.
  ///
  /// - Parameters:
  ///   - category: One of Apple's.
  ///   - mode: What the app does within it.
  ///   - options: How its sound goes with other apps'.
  /// - Throws: An `NSError` with `ErrorCode.badParam` for a category that there is not.
  open func setCategory(_ category: Category, mode: Mode = .default, options: CategoryOptions = []) throws {
    guard Category.all.contains(category) else {
      throw NSError(domain: NSOSStatusErrorDomain, code: ErrorCode.badParam.rawValue)
    }
    let beginsToRecord = configuration.withLock { configuration in
      let recorded = configuration.isRecording
      (configuration.category, configuration.mode, configuration.options) = (category, mode, options)
      return configuration.isRecording && !recorded
    }
    if beginsToRecord { askToRecord() }
  }

  /// Says what the app uses sound for. Nobody is asked: that comes with the activation.
  ///
  /// - Parameters:
  ///   - category: One of Apple's.
  ///   - options: How its sound goes with other apps'.
  /// - Throws: An `NSError` with `ErrorCode.badParam` for a category that there is not.
  open func setCategory(_ category: Category, options: CategoryOptions) throws {
    try setCategory(category, mode: mode, options: options)
  }

  /// Says what the app does within its category.
  ///
  /// - Parameter mode: One of Apple's.
  /// - Throws: Nothing here.
  open func setMode(_ mode: Mode) throws { configuration.withLock { $0.mode = mode } }

  /// Begins or ends the session. Where it is one that records, and the person has not decided yet, they are asked now: an app
  /// without `NSMicrophoneUsageDescription` is ended. Until they answer, and after a refusal, the app records nothing.
  ///
  /// - Parameters:
  ///   - active: Whether it begins.
  ///   - options: Whether other apps hear of the end.
  /// - Throws: Nothing here.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    let beginsToRecord = configuration.withLock { configuration in
      let recorded = configuration.isRecording
      configuration.isActive = active
      return configuration.isRecording && !recorded
    }
    if beginsToRecord { askToRecord() }
  }

  private func askToRecord() {
    guard AudioPermission.current == .undetermined else { return }
    ConsentRequests.request(.microphone) { _ in }
  }
}
