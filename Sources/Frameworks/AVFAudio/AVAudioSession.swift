// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// The app's audio session, as far as it asks to record.
///
/// Source: https://developer.apple.com/documentation/avfaudio/avaudiosession
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
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

  private static let theOne = AVAudioSession()

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
}
