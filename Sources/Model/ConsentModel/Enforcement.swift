// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import PromptModel

/// The means by which an app is held to an answer, also one that does not ask.
package enum Enforcement: String, Sendable, CaseIterable {
  /// There are no devices in the sandbox: one that may be opened is opened outside, and put into the app.
  case device
  /// A mount shows the person's files, or does not, call by call.
  case folder
  /// The app's network has nothing but the proxy.
  case proxy
  /// `baileyd` alone can tell it, and tells it or does not.
  case told
  /// The app's own bus has nothing but what looks at the answer first.
  case portal
  /// Nothing of it is in the sandbox, and nothing puts it there, whatever was answered.
  case absent
  /// Nobody else hands it to the app either, but whether an app asks at all is up to its frameworks.
  case frameworks
  /// An entitlement of the app opens another way to it, where nobody looks at the answer.
  case bypassed
  /// The app runs outside of the sandbox.
  case outside

  /// Whether a program that knows nothing of Bailey is kept from what it was not given.
  package var isEnforced: Bool {
    switch self {
    case .device, .folder, .proxy, .told, .portal, .absent: true
    case .frameworks, .bypassed, .outside: false
    }
  }

  /// The enforcement in the words of a prompt.
  package var hold: ConsentQuestion.Hold {
    switch self {
    case .frameworks: .frameworks
    case .bypassed: .bypassed
    case .outside: .advisory
    case .device, .folder, .proxy, .told, .portal, .absent: .enforced
    }
  }
}

/// The openings that an app's entitlements make in its sandbox, as far as an answer could be bypassed there.
package struct SandboxOpenings: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let network = SandboxOpenings(rawValue: 1)
  /// A bus of the app's own, with portals of Bailey's.
  package static let ownBus = SandboxOpenings(rawValue: 2)
  /// Programs of the app's publisher in the session, which do for the app what they like.
  package static let sessionBus = SandboxOpenings(rawValue: 4)
  /// The session's own notifications.
  package static let sessionNotifications = SandboxOpenings(rawValue: 8)
  package static let compositor = SandboxOpenings(rawValue: 16)
  package static let pipeWire = SandboxOpenings(rawValue: 32)

  /// The openings by which an app gets what nobody gave it.
  package var pastAnswers: SandboxOpenings {
    intersection([.sessionBus, .sessionNotifications, .compositor, .pipeWire])
  }

  package init(_ entitlements: Entitlements) {
    self = []
    if entitlements.allows(.networkClient) { insert(.network) }
    if entitlements.allows(.wayland) { insert(.compositor) }
    if entitlements.allows(.pipeWire) { insert(.pipeWire) }
    let names = entitlements.names(.busTalk)
    if !(names + entitlements.names(.busOwn)).isEmpty {
      if names.contains(where: { !SessionBusName.isService($0) }) { insert(.sessionBus) }
      if names.contains("org.freedesktop.Notifications") { insert(.sessionNotifications) }
    } else if [SandboxEntitlement.portals, .chosenReading, .chosenWriting].contains(where: { entitlements.allows($0) })
    {
      insert(.ownBus)
    }
  }
}

extension ConsentService {
  /// The table of what is enforced, by service and app: what every list and prompt shows.
  package func enforcement(of kind: ConsentClient.Kind, _ entitlements: Entitlements) -> Enforcement {
    guard kind == .bundle else { return .outside }
    let openings = SandboxOpenings(entitlements)
    guard ways.isDisjoint(with: openings) else { return .bypassed }
    switch self {
    case .camera, .microphone: return .device
    case .desktopFolder, .documentsFolder, .downloadsFolder, .networkVolumes, .removableVolumes: return .folder
    case .localNetwork: return openings.contains(.network) ? .proxy : .absent
    // The advertising identifier is told; connections to those who follow people are the proxy's.
    case .tracking: return openings.contains(.network) ? .proxy : .told
    case .location, .preciseLocation, .temporaryPreciseLocation, .locationButton: return .told
    case .notifications: return openings.contains(.ownBus) ? .portal : .absent
    case .screenCapture, .pasteboard, .bluetooth, .appData, .allFiles, .health, .financialData, .home,
      .gameCenterFriends, .wiFi,
      .handTracking, .worldSensing:
      return .absent
    case .photos, .photosAdd, .contacts, .calendar, .reminders, .motion, .speechRecognition, .mediaLibrary:
      return .frameworks
    }
  }

  /// Openings by which an app may get it without Bailey.
  private var ways: SandboxOpenings {
    switch self {
    case .camera, .microphone: .pipeWire
    case .screenCapture, .pasteboard: [.compositor, .sessionBus]
    case .notifications: [.sessionBus, .sessionNotifications]
    default: []
    }
  }

  /// Whether the service is a folder or a volume of the person's.
  var isFolder: Bool {
    switch self {
    case .desktopFolder, .documentsFolder, .downloadsFolder, .networkVolumes, .removableVolumes: true
    default: false
    }
  }
}

/// The enforcement for the apps that there are.
package struct EnforcementTable: Sendable {
  private let entitlements: [String: Entitlements]

  package init(_ apps: [InstalledApp]) {
    entitlements = Dictionary(apps.map { ($0.identifier, $0.entitlements) }) { $1 }
  }

  /// The enforcement for a client; an app that is gone counts as one that is entitled to nothing.
  package func enforcement(of service: ConsentService, for client: ConsentClient.Key) -> Enforcement {
    service.enforcement(of: client.kind, entitlements[client.identifier] ?? Entitlements())
  }
}
