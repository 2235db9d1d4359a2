// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// The app, as far as it records sound.
///
/// Source: https://developer.apple.com/documentation/avfaudio/avaudioapplication
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class AVAudioApplication: NSObject, @unchecked Sendable {
  /// Whether the app may record. The values are Apple's four-character codes.
  public enum recordPermission: Int, Sendable {
    /// `undt`
    case undetermined = 0x756E_6474
    /// `deny`
    case denied = 0x6465_6E79
    /// `grnt`
    case granted = 0x6772_6E74
  }

  /// The app of this process.
  public static let shared = AVAudioApplication()

  private override init() {}

  /// Whether the app may record. Nobody is asked.
  open var recordPermission: recordPermission { AudioPermission.current.forApplication }

  /// Asks the person, where they have not decided yet. An app without `NSMicrophoneUsageDescription` is ended.
  ///
  /// - Parameter response: Called once, on a thread of its own, with whether the app may record.
  @preconcurrency
  open class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
    ConsentRequests.request(.microphone) { response($0.givesAccess) }
  }

  /// Asks the person, where they have not decided yet. An app without `NSMicrophoneUsageDescription` is ended.
  ///
  /// - Returns: Whether the app may record.
  nonisolated(nonsending) open class func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in requestRecordPermission { continuation.resume(returning: $0) } }
  }
}

/// Whether the app may record, before it has one of Apple's two types.
enum AudioPermission {
  case undetermined, denied, granted

  static var current: AudioPermission {
    switch ConsentRequests.standing(.microphone) {
    case .notDetermined: .undetermined
    // There is no value for restricted: the app may not, which is what denied says.
    case .restricted: .denied
    case .answered(let answer): answer.givesAccess ? .granted : .denied
    }
  }

  fileprivate var forApplication: AVAudioApplication.recordPermission {
    switch self {
    case .undetermined: .undetermined
    case .denied: .denied
    case .granted: .granted
    }
  }
}
