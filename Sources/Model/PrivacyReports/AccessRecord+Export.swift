// SPDX-License-Identifier: Apache-2.0
package import AccessModel
package import ConsentModel
import JSONCoding

/// The record as Apple's App Privacy Report exports it: an object a line.
extension AccessRecord {
  /// `offset` is in seconds east of Greenwich.
  package func exported(offset: Int) -> [String] {
    switch kind {
    case .access(let service):
      guard let category = service.reportCategory else { return [] }
      func line(_ kind: String, _ time: Int64) -> String {
        JSONValue.members([
          "accessor": .members(["identifier": .string(app), "identifierType": .string("bundleID")]),
          "category": .string(category), "identifier": .string(uuid), "kind": .string(kind),
          "timeStamp": .string(CivilTime(time, offset: offset).text), "type": .string("access"),
        ]).text
      }
      return [line("intervalBegin", began)] + (ended.map { [line("intervalEnd", $0)] } ?? [])
    // Nothing of the person's was used.
    case .emptySource: return []
    // Apple's report has nothing of the kind: the member names are Bailey's.
    case .secret(let label):
      return [
        JSONValue.members([
          "accessor": .members(["identifier": .string(app), "identifierType": .string("program")]),
          "category": .string("bailey.secret"), "hits": .number(Int(hits)), "identifier": .string(uuid),
          "label": .string(label), "sandboxed": .bool(false),
          "firstTimeStamp": .string(CivilTime(began, offset: offset).text),
          "timeStamp": .string(CivilTime(ended ?? began, offset: offset).text), "type": .string("secretRead"),
        ]).text
      ]
    case .network(let activity):
      // What was refused was no contact.
      guard hits > 0, !activity.domain.isEmpty else { return [] }
      return [
        JSONValue.members([
          "bundleID": .string(app), "context": .string(""), "domain": .string(activity.domain),
          "domainOwner": .string(""), "domainType": .number(activity.isTracker ? 1 : 2),
          "firstTimeStamp": .string(CivilTime(began, offset: offset).text), "hits": .number(Int(hits)),
          "initiatedType": .string("AppInitiated"),
          "timeStamp": .string(CivilTime(ended ?? began, offset: offset).text), "type": .string("networkActivity"),
        ]).text
      ]
    }
  }

  /// A UUID of version 4, as RFC 9562 writes them.
  package var uuid: String {
    var bytes = identifier
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append("-") }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}

extension ConsentService {
  /// The category of the report; nil where Apple's has none for it.
  package var reportCategory: String? {
    switch self {
    case .camera: "camera"
    case .contacts: "contacts"
    case .location, .preciseLocation, .temporaryPreciseLocation, .locationButton: "location"
    case .mediaLibrary: "mediaLibrary"
    case .microphone: "microphone"
    case .photos, .photosAdd: "photos"
    case .screenCapture: "screenRecording"
    default: nil
    }
  }

  /// The service under whose name a report counts it.
  package var reported: ConsentService {
    switch self {
    case .preciseLocation, .temporaryPreciseLocation, .locationButton: .location
    case .photosAdd: .photos
    case .desktopFolder, .documentsFolder, .downloadsFolder, .networkVolumes, .removableVolumes: .documentsFolder
    default: self
    }
  }

  /// The service's title for people.
  package var reportTitle: String {
    switch self {
    case .location, .preciseLocation, .temporaryPreciseLocation, .locationButton: "Location"
    case .camera: "Camera"
    case .microphone: "Microphone"
    case .screenCapture: "Screen"
    case .photos, .photosAdd: "Photos"
    case .contacts: "Contacts"
    case .calendar: "Calendar"
    case .reminders: "Reminders"
    case .bluetooth: "Bluetooth"
    case .localNetwork: "Local network"
    case .motion: "Motion"
    case .speechRecognition: "Speech"
    case .mediaLibrary: "Media library"
    case .desktopFolder, .documentsFolder, .downloadsFolder, .networkVolumes, .removableVolumes: "Files"
    case .tracking: "Tracking"
    case .notifications: "Notifications"
    case .pasteboard: "Pasteboard"
    case .appData: "Other apps’ data"
    case .allFiles: "All files"
    case .health: "Health"
    case .financialData: "Financial data"
    case .home: "Home"
    case .gameCenterFriends: "Game Center friends"
    case .wiFi: "Wi-Fi"
    case .handTracking: "Hands"
    case .worldSensing: "Surroundings"
    }
  }
}
