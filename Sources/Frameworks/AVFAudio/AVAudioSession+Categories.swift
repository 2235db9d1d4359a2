// SPDX-License-Identifier: Apache-2.0
extension AVAudioSession {
  /// The purpose of the app's sound.
  ///
  /// Source: https://developer.apple.com/documentation/avfaudio/avaudiosession/category-swift.struct
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of the category, which is that of Apple's constant.
    public let rawValue: String

    /// A category by its name.
    ///
    /// - Parameter rawValue: The name of Apple's constant.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The category of sound that the app does without: other apps' goes on.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// The category of sound that the app does without, and that silences other apps. A session has it at first.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// The category of sound that the app is for.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// The category of recording, without playback.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// The category of recording and playback at the same time.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// The category of several inputs and outputs at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

    /// Whether an active session of this category records.
    var records: Bool { [.record, .playAndRecord, .multiRoute].contains(self) }

    static let all: Set<Category> = [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }

  /// The use of sound within a category.
  ///
  /// Source: https://developer.apple.com/documentation/avfaudio/avaudiosession/mode-swift.struct
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of the mode, which is that of Apple's constant.
    public let rawValue: String

    /// A mode by its name.
    ///
    /// - Parameter rawValue: The name of Apple's constant.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The mode for nothing in particular.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// Calls of two and more.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// Calls with pictures.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Calls of a game.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// The mode of recording films.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// The mode of measurements, which changes the sound as little as can be.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Films.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// The mode of continuous speech, such as a book's.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// The mode of short speech, such as directions.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// How the app's sound goes with other apps', and where it goes.
  ///
  /// Source: https://developer.apple.com/documentation/avfaudio/avaudiosession/categoryoptions-swift.struct
  public struct CategoryOptions: OptionSet, Sendable {
    /// The options as bits, numbered as Apple does.
    public let rawValue: UInt

    /// Options by their bits.
    ///
    /// - Parameter rawValue: Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The option that other apps' sound goes on.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// The option that other apps' sound goes on, lower.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Headsets for calls may be used.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// Headsets for calls may be used.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
    /// The loudspeaker in place of the receiver.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// The option that other apps' sound goes on, but for their speech.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Wireless loudspeakers may be used.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// Players in the local network may be used.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
    /// The session goes on while a microphone is switched off by hand.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
  }

  /// The options of activating and deactivating a session.
  ///
  /// Source: https://developer.apple.com/documentation/avfaudio/avaudiosession/setactiveoptions
  public struct SetActiveOptions: OptionSet, Sendable {
    /// The options as bits, numbered as Apple does.
    public let rawValue: UInt

    /// Options by their bits.
    ///
    /// - Parameter rawValue: Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The option that other apps are told that their sound may go on.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Why a session did not do what it was asked. The values are Apple's, most of them four-character codes.
  ///
  /// Source: https://developer.apple.com/documentation/coreaudiotypes/avaudiosession/errorcode
  public enum ErrorCode: Int, Sendable {
    case none = 0
    /// A value that there is not.
    case badParam = -50
    /// `!rec`
    case cannotStartRecording = 0x2172_6563
  }
}
