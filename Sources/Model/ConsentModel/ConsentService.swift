// SPDX-License-Identifier: Apache-2.0

/// The services that an app must ask a person for. The numbers are stored and sent: they are permanent.
package enum ConsentService: UInt8, Sendable, Hashable, CaseIterable {
  case location = 1
  case camera = 2
  case microphone = 3
  case screenCapture = 4
  case photos = 5
  case photosAdd = 6
  case contacts = 7
  case calendar = 8
  case reminders = 9
  case bluetooth = 10
  case localNetwork = 11
  case motion = 12
  case speechRecognition = 13
  case mediaLibrary = 14
  case desktopFolder = 15
  case documentsFolder = 16
  case downloadsFolder = 17
  case networkVolumes = 18
  case removableVolumes = 19
  case tracking = 20
  case notifications = 21
  case pasteboard = 22
  case appData = 23
  case allFiles = 24
  /// Bailey's own: whether an app that gets the location gets it precisely. Set by the person, never asked for.
  case preciseLocation = 25
  /// Bailey's own: the precise location until the app ends, for an app that does not get it otherwise.
  case temporaryPreciseLocation = 26
  /// Bailey's own: whether a tap on an app's location button gives it the location until it ends.
  case locationButton = 27
  // What there is on Apple's systems, and not here.
  case health = 28
  case financialData = 29
  /// HomeKit's.
  case home = 30
  case gameCenterFriends = 31
  case wiFi = 32
  case handTracking = 33
  case worldSensing = 34

  /// The service's name in TCC, without `kTCCService`.
  package var name: String { facts.name }

  /// Finds a service by TCC's name, with or without `kTCCService`. As in `tccutil`, case counts.
  package init?(name: String) {
    let prefix = "kTCCService"
    let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    guard let found = Self.allCases.first(where: { $0.name == short }) else { return nil }
    self = found
  }

  /// The action that the app would like to take, as the person reads it.
  package var operation: String { facts.operation }
  /// The app's reason stands under one of these keys of its `Info.plist`; the first that is there counts.
  package var purposeKeys: [String] { facts.purposeKeys }
  /// The entitlement that the app must have; nil where none is needed.
  package var entitlement: String? { facts.entitlement }
  package var withoutPurpose: MissingPurpose { facts.withoutPurpose }

  /// The rule for a request of an app without a purpose string.
  package enum MissingPurpose: Sendable, Equatable {
    /// The app is ended, as TCC ends it: the completion handler is never called.
    case endsProcess
    /// Nothing happens, and the status stays `notDetermined`.
    case isIgnored
    /// A sentence of Bailey's own is shown.
    case hasDefault
    /// There is no purpose string for this service.
    case isUsual
    /// The request fails: the app named a string that it does not have.
    case fails
  }

  /// Whether `tccutil` resets the service; it refuses those that are not TCC's on Apple's systems.
  package var isResetByTccutil: Bool { !Self.outsideOfTCC.contains(self) }

  /// Whether the person may give the app an empty source in its place. Not where the app would tell others of a consent
  /// that nobody gave, or lose what it hands over.
  package var hasEmptySource: Bool { Self.withEmptySource.contains(self) }

  /// Whether there is anything here that an app could get. Its keys and entitlements are known all the same.
  package var isAvailableHere: Bool { !Self.notHere.contains(self) }

  package static let notHere: Set<ConsentService> = [
    .health, .financialData, .home, .gameCenterFriends, .wiFi, .handTracking, .worldSensing,
  ]

  private static let withEmptySource: Set<ConsentService> = [
    .camera, .microphone, .location, .photos, .contacts, .calendar, .reminders, .mediaLibrary, .motion, .bluetooth,
    .pasteboard,
  ]

  private static let outsideOfTCC: Set<ConsentService> = [
    .localNetwork, .notifications, .location, .preciseLocation, .temporaryPreciseLocation, .locationButton, .health,
    .wiFi, .handTracking, .worldSensing,
  ]

  /// Given in the settings alone: the prompt of an app can only be refused.
  package var isGivenInSettings: Bool { self == .screenCapture || self == .allFiles || self == .preciseLocation }
}

/// The facts of one service, row by row.
private struct ServiceFacts {
  let name: String
  let operation: String
  var purposeKeys: [String] = []
  var entitlement: String?
  var withoutPurpose = ConsentService.MissingPurpose.endsProcess
}

extension ConsentService {
  private var facts: ServiceFacts { personal ?? sensor ?? place ?? absent ?? control }

  private var personal: ServiceFacts? {
    switch self {
    case .photos: personal("Photos", "access your photos", ["NSPhotoLibrary"], "photos-library")
    case .photosAdd: personal("PhotosAdd", "add to your photos", ["NSPhotoLibraryAdd"], "photos-library")
    case .contacts: personal("AddressBook", "access your contacts", ["NSContacts"], "addressbook")
    case .calendar:
      personal("Calendar", "access your calendar", ["NSCalendarsFullAccess", "NSCalendars"], "calendars")
    case .reminders:
      personal("Reminders", "access your reminders", ["NSRemindersFullAccess", "NSReminders"], "calendars")
    case .mediaLibrary: personal("MediaLibrary", "access your media library", ["NSAppleMusic"])
    case .tracking:
      personal(
        "UserTracking", "track your activity across other companies’ apps and websites", ["NSUserTracking"])
    default: nil
    }
  }

  private func personal(
    _ name: String, _ operation: String, _ keys: [String], _ entitlement: String? = nil
  ) -> ServiceFacts {
    ServiceFacts(
      name: name, operation: operation, purposeKeys: keys.map { $0 + "UsageDescription" },
      entitlement: entitlement.map { "com.apple.security.personal-information." + $0 })
  }

  private static let locationEntitlement = "com.apple.security.personal-information.location"

  private var sensor: ServiceFacts? {
    switch self {
    case .location:
      ServiceFacts(
        name: "Location", operation: "use your location", purposeKeys: ["NSLocationWhenInUseUsageDescription"],
        entitlement: Self.locationEntitlement, withoutPurpose: .isIgnored)
    case .preciseLocation:
      ServiceFacts(
        name: "PreciseLocation", operation: "use your precise location", entitlement: Self.locationEntitlement,
        withoutPurpose: .isUsual)
    case .temporaryPreciseLocation:
      ServiceFacts(
        name: "TemporaryPreciseLocation", operation: "use your precise location once",
        entitlement: Self.locationEntitlement,
        withoutPurpose: .fails)
    // Bailey does not see who taps: the app says so, and the sentence does not hide that.
    case .locationButton:
      ServiceFacts(
        name: "LocationButton", operation: "use your location whenever it says that you tapped its location button",
        purposeKeys: ["NSLocationWhenInUseUsageDescription"], entitlement: Self.locationEntitlement,
        withoutPurpose: .isIgnored)
    case .camera:
      ServiceFacts(
        name: "Camera", operation: "access the camera", purposeKeys: ["NSCameraUsageDescription"],
        entitlement: "com.apple.security.device.camera")
    case .microphone:
      ServiceFacts(
        name: "Microphone", operation: "access the microphone", purposeKeys: ["NSMicrophoneUsageDescription"],
        entitlement: "com.apple.security.device.audio-input")
    case .bluetooth:
      ServiceFacts(
        name: "BluetoothAlways", operation: "use Bluetooth",
        purposeKeys: ["NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription"],
        entitlement: "com.apple.security.device.bluetooth")
    case .motion:
      ServiceFacts(
        name: "Motion", operation: "access your motion and fitness activity", purposeKeys: ["NSMotionUsageDescription"])
    case .speechRecognition:
      ServiceFacts(
        name: "SpeechRecognition", operation: "access speech recognition",
        purposeKeys: ["NSSpeechRecognitionUsageDescription"])
    default: nil
    }
  }

  private var place: ServiceFacts? {
    switch self {
    case .desktopFolder: folder("DesktopFolder", "files in your Desktop folder")
    case .documentsFolder: folder("DocumentsFolder", "files in your Documents folder")
    case .downloadsFolder: folder("DownloadsFolder", "files in your Downloads folder")
    case .networkVolumes: folder("NetworkVolumes", "files on a network volume")
    case .removableVolumes: folder("RemovableVolumes", "files on a removable volume")
    case .appData: folder("AppData", "data from other apps")
    case .localNetwork:
      ServiceFacts(
        name: "LocalNetwork", operation: "find devices on local networks",
        purposeKeys: ["NSLocalNetworkUsageDescription"],
        withoutPurpose: .hasDefault)
    default: nil
    }
  }

  private func folder(_ name: String, _ what: String) -> ServiceFacts {
    ServiceFacts(
      name: "SystemPolicy" + name, operation: "access \(what)", purposeKeys: ["NS\(name)UsageDescription"],
      withoutPurpose: .hasDefault)
  }

  /// TCC's names where it has one: HomeKit's is its code name.
  private var absent: ServiceFacts? {
    switch self {
    case .health:
      ServiceFacts(
        name: "Health", operation: "access your health data",
        purposeKeys: ["NSHealthShare", "NSHealthUpdate", "NSHealthClinicalHealthRecordsShare"].map {
          $0 + "UsageDescription"
        }, entitlement: "com.apple.developer.healthkit")
    case .financialData:
      ServiceFacts(
        name: "FinancialData", operation: "access your financial data",
        purposeKeys: ["NSFinancialDataUsageDescription"],
        entitlement: "com.apple.developer.financekit")
    case .home:
      ServiceFacts(
        name: "Willow", operation: "access your home data", purposeKeys: ["NSHomeKitUsageDescription"],
        entitlement: "com.apple.developer.homekit")
    // Who plays may have no friends to ask about: the entitlement is for more than these.
    case .gameCenterFriends:
      ServiceFacts(
        name: "GameCenterFriends", operation: "access your Game Center friends",
        purposeKeys: ["NSGKFriendListUsageDescription"])
    case .wiFi:
      ServiceFacts(
        name: "WiFi", operation: "know which Wi-Fi network you use",
        entitlement: "com.apple.developer.networking.wifi-info",
        withoutPurpose: .isUsual)
    case .handTracking:
      ServiceFacts(
        name: "HandTracking", operation: "track your hands", purposeKeys: ["NSHandsTrackingUsageDescription"])
    case .worldSensing:
      ServiceFacts(
        name: "WorldSensing", operation: "access your surroundings", purposeKeys: ["NSWorldSensingUsageDescription"])
    default: nil
    }
  }

  private var control: ServiceFacts {
    switch self {
    case .notifications:
      ServiceFacts(name: "UserNotification", operation: "send you notifications", withoutPurpose: .isUsual)
    case .pasteboard:
      ServiceFacts(name: "Pasteboard", operation: "paste from another app", withoutPurpose: .isUsual)
    case .allFiles:
      ServiceFacts(name: "SystemPolicyAllFiles", operation: "access all files", withoutPurpose: .isUsual)
    default:
      ServiceFacts(name: "ScreenCapture", operation: "record this computer’s screen", withoutPurpose: .isUsual)
    }
  }
}
