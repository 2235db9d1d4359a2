// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// Whether an app may record. Apple's values.
public enum AVAuthorizationStatus: Int, Sendable {
  /// The person has not decided.
  case notDetermined = 0
  /// A policy forbids it, and the person is not asked.
  case restricted = 1
  /// The person has refused.
  case denied = 2
  /// The person has allowed it.
  case authorized = 3
}

/// A kind of media, by Apple's four-character codes.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The code.
  public let rawValue: String

  /// A media type of a code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A media type of a code.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The media type of video.
  public static let video = AVMediaType(rawValue: "vide")
  /// The media type of audio.
  public static let audio = AVMediaType(rawValue: "soun")
}

/// Cameras and microphones, as far as an app asks for them. A device itself is opened by its node, which the app is given
/// when the person allows it.
///
/// Source: https://developer.apple.com/documentation/avfoundation/avcapturedevice
open class AVCaptureDevice: NSObject {
  private override init() {}

  /// How the app stands with cameras or microphones. Nobody is asked.
  ///
  /// - Parameter mediaType: `.video` or `.audio`; any other ends the process, as Apple's exception does.
  /// - Returns: The status.
  open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    AVAuthorizationStatus(rawValue: ConsentRequests.status(mediaType.service, as: .capture)) ?? .denied
  }

  /// Asks the person, where they have not decided yet. An app without the purpose string is ended.
  ///
  /// Source: https://developer.apple.com/documentation/avfoundation/avcapturedevice/requestaccess(for:completionhandler:)
  /// - Parameters:
  ///   - mediaType: `.video` or `.audio`; any other ends the process, as Apple's exception does.
  ///   - handler: Called once, on a thread of its own, with whether the app may record.
  @preconcurrency
  open class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    ConsentRequests.request(mediaType.service) { handler($0.givesAccess) }
  }

  /// Asks the person, where they have not decided yet. An app without the purpose string is ended.
  ///
  /// - Parameter mediaType: `.video` or `.audio`; any other ends the process, as Apple's exception does.
  /// - Returns: Whether the app may record.
  nonisolated(nonsending) open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    await withCheckedContinuation { continuation in
      requestAccess(for: mediaType) { continuation.resume(returning: $0) }
    }
  }
}

extension AVMediaType {
  fileprivate var service: ConsentService {
    switch self {
    case .video: .camera
    case .audio: .microphone
    default: preconditionFailure("NSInvalidArgumentException: invalid media type \(rawValue)")
    }
  }
}
