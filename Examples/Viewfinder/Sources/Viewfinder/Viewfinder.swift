// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import AdSupport
import AppTrackingTransparency
import Contacts
import EventKit
import Foundation
import Photos
import UserNotifications

/// A small app that asks for what belongs to the person, and says what it got:
///
///     Viewfinder status          how it stands with everything, without asking
///     Viewfinder camera [FILE]   asks for the camera, and reads a line of this one
///     Viewfinder location        asks for the location
///     Viewfinder where           says where it is, as precisely as it may know
///     Viewfinder button          taps its location button, and says where it is
///     Viewfinder faint           the same with a button that nobody can read
///     Viewfinder follow          says so again and again, until it may no more
///     Viewfinder network HOST    connects to this machine
///     Viewfinder fetch URL       says the first line that a server answers
///     Viewfinder track | photos | contacts | calendar | notifications | microphone
@main struct Viewfinder {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("status", 1): status()
    case ("camera", 1...2): await camera(words.count == 2 ? words[1] : nil)
    case ("location", 1): await LocationAsker().ask()
    case ("where", 1): await LocationFollower().tell(isOnce: true)
    case ("button", 1): await LocationButtonTapper().tap()
    case ("faint", 1): await LocationButtonTapper(isReadable: false).tap()
    case ("follow", 1): await LocationFollower().tell(isOnce: false)
    case ("network", 2): network(words[1])
    case ("fetch", 2): await Fetching.fetch(words[1])
    case (let name?, 1): await ask(name)
    default: exit(2)
    }
  }

  static func status() {
    print("camera: \(AVCaptureDevice.authorizationStatus(for: .video))")
    print("microphone: \(AVCaptureDevice.authorizationStatus(for: .audio))")
    print("location: \(LocationAsker().status)")
    print("photos: \(PHPhotoLibrary.authorizationStatus(for: .readWrite))")
    print("contacts: \(CNContactStore.authorizationStatus(for: .contacts))")
    print("calendar: \(EKEventStore.authorizationStatus(for: .event))")
    print("tracking: \(ATTrackingManager.trackingAuthorizationStatus)")
    print("advertising: \(ASIdentifierManager.shared().advertisingIdentifier)")
  }

  static func camera(_ device: String?) async {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("camera: refused") }
    guard let device else { return print("camera: allowed") }
    guard let file = FileHandle(forReadingAtPath: device) else { return print("camera: not there") }
    let line = String(decoding: file.availableData, as: UTF8.self)
    print("camera: \(line.trimmingCharacters(in: .whitespacesAndNewlines))")
  }

  static func network(_ host: String) {
    var hints = addrinfo()
    hints.ai_family = AF_INET
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "80", &hints, &found) == 0, let found else { return print("network: no such host") }
    defer { freeaddrinfo(found) }
    let descriptor = socket(found.pointee.ai_family, Int32(found.pointee.ai_socktype), 0)
    defer { close(descriptor) }
    let isConnected = connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0
    print("network: \(isConnected ? "connected" : "refused")")
  }

  static func ask(_ name: String) async {
    do {
      switch name {
      case "microphone": print("microphone: \(await AVAudioApplication.requestRecordPermission())")
      case "track": print("tracking: \(await ATTrackingManager.requestTrackingAuthorization())")
      case "photos": print("photos: \(await PHPhotoLibrary.requestAuthorization(for: .readWrite))")
      case "contacts": print("contacts: \(try await CNContactStore().requestAccess(for: .contacts))")
      case "calendar": print("calendar: \(try await EKEventStore().requestWriteOnlyAccessToEvents())")
      case "notifications":
        let center = UNUserNotificationCenter.current()
        print("notifications: \(try await center.requestAuthorization(options: [.alert, .sound, .badge]))")
      default: exit(2)
      }
    } catch let error as CNError where error.code == .authorizationDenied {
      print("\(name): refused")
    } catch {
      print("\(name): \(error.localizedDescription)")
    }
  }
}
