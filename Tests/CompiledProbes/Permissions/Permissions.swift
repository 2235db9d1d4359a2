// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// How apps of others ask for what belongs to the person, one way a line: Scripts/probes counts those that compile. None of them runs.
import AVFoundation
import AdSupport
import AppTrackingTransparency
import Contacts
import CoreLocation
import EventKit
import Foundation
import Photos
import UIKit
import UserNotifications

class ProbeDelegate: NSObject, CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {}
}

// probe: camera-status
@MainActor func permission1() async throws { _ = AVCaptureDevice.authorizationStatus(for: .video) == .authorized }

// probe: camera-request
@MainActor func permission2() async throws { AVCaptureDevice.requestAccess(for: .video) { granted in print(granted) } }

// probe: camera-async
@MainActor func permission3() async throws { _ = await AVCaptureDevice.requestAccess(for: .video) }

// probe: camera-switch
@MainActor func permission4() async throws { switch AVCaptureDevice.authorizationStatus(for: .video) { case .notDetermined: break; case .restricted: break; case .denied: break; case .authorized: break; @unknown default: break } }

// probe: microphone-status
@MainActor func permission5() async throws { _ = AVCaptureDevice.authorizationStatus(for: .audio) }

// probe: microphone-session
@MainActor func permission6() async throws { AVAudioSession.sharedInstance().requestRecordPermission { print($0) } }

// probe: microphone-permission
@MainActor func permission7() async throws { _ = AVAudioSession.sharedInstance().recordPermission == .granted }

// probe: microphone-application
@MainActor func permission8() async throws { AVAudioApplication.requestRecordPermission { print($0) } }

// probe: microphone-application-async
@MainActor func permission9() async throws { _ = await AVAudioApplication.requestRecordPermission() }

// probe: microphone-application-status
@MainActor func permission10() async throws { _ = AVAudioApplication.shared.recordPermission == .undetermined }

// probe: photos-status
@MainActor func permission11() async throws { _ = PHPhotoLibrary.authorizationStatus(for: .readWrite) }

// probe: photos-request
@MainActor func permission12() async throws { PHPhotoLibrary.requestAuthorization(for: .addOnly) { print($0 == .limited) } }

// probe: photos-async
@MainActor func permission13() async throws { _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite) }

// probe: photos-old
@MainActor func permission14() async throws { PHPhotoLibrary.requestAuthorization { print($0.rawValue) } }

// probe: contacts-status
@MainActor func permission15() async throws { _ = CNContactStore.authorizationStatus(for: .contacts) }

// probe: contacts-request
@MainActor func permission16() async throws { CNContactStore().requestAccess(for: .contacts) { granted, error in print(granted, error as Any) } }

// probe: contacts-async
@MainActor func permission17() async throws { _ = try await CNContactStore().requestAccess(for: .contacts) }

// probe: contacts-fetch
@MainActor func permission18() async throws { let keys = [CNContactGivenNameKey, CNContactFamilyNameKey] as [CNKeyDescriptor]; try CNContactStore().enumerateContacts(with: CNContactFetchRequest(keysToFetch: keys)) { contact, stop in print(contact.givenName) } }

// probe: contacts-unified
@MainActor func permission19() async throws { let keys = [CNContactGivenNameKey as CNKeyDescriptor]; _ = try CNContactStore().unifiedContacts(matching: CNContact.predicateForContacts(matchingName: "A"), keysToFetch: keys) }

// probe: contacts-save
@MainActor func permission20() async throws { let contact = CNMutableContact(); contact.givenName = "A"; let request = CNSaveRequest(); request.add(contact, toContainerWithIdentifier: nil); try CNContactStore().execute(request) }

// probe: calendar-status
@MainActor func permission21() async throws { _ = EKEventStore.authorizationStatus(for: .event) == .fullAccess }

// probe: calendar-request
@MainActor func permission22() async throws { EKEventStore().requestAccess(to: .event) { granted, error in print(granted, error as Any) } }

// probe: calendar-async
@MainActor func permission23() async throws { _ = try await EKEventStore().requestAccess(to: .event) }

// probe: calendar-full
@MainActor func permission24() async throws { _ = try await EKEventStore().requestFullAccessToEvents() }

// probe: calendar-full-closure
@MainActor func permission25() async throws { EKEventStore().requestFullAccessToEvents { granted, error in print(granted, error as Any) } }

// probe: calendar-write
@MainActor func permission26() async throws { _ = try await EKEventStore().requestWriteOnlyAccessToEvents() }

// probe: reminders-full
@MainActor func permission27() async throws { _ = try await EKEventStore().requestFullAccessToReminders() }

// probe: reminders-async
@MainActor func permission28() async throws { _ = try await EKEventStore().requestAccess(to: .reminder) }

// probe: calendar-events
@MainActor func permission29() async throws { let store = EKEventStore(); _ = store.events(matching: store.predicateForEvents(withStart: .now, end: .now, calendars: nil)).map(\.title) }

// probe: calendar-add
@MainActor func permission30() async throws { let store = EKEventStore(); let event = EKEvent(eventStore: store); event.title = "a"; event.startDate = .now; event.endDate = .now; event.calendar = store.defaultCalendarForNewEvents; try store.save(event, span: .thisEvent) }

// probe: location-when-in-use
@MainActor func permission31() async throws { let manager = CLLocationManager(); manager.requestWhenInUseAuthorization(); _ = manager.authorizationStatus == .authorizedWhenInUse }

// probe: location-always
@MainActor func permission32() async throws { CLLocationManager().requestAlwaysAuthorization() }

// probe: location-accuracy
@MainActor func permission33() async throws { let manager = CLLocationManager(); manager.desiredAccuracy = kCLLocationAccuracyBest; manager.distanceFilter = 10; _ = manager.accuracyAuthorization == .fullAccuracy }

// probe: location-temporary
@MainActor func permission34() async throws { CLLocationManager().requestTemporaryFullAccuracyAuthorization(withPurposeKey: "a") { error in print(error as Any) } }

// probe: location-delegate
@MainActor func permission35() async throws { let manager = CLLocationManager(); manager.delegate = ProbeDelegate(); manager.startUpdatingLocation(); manager.stopUpdatingLocation(); manager.requestLocation() }

// probe: location-values
@MainActor func permission36() async throws { let place = CLLocation(latitude: 1, longitude: 2); print(place.coordinate.latitude, place.altitude, place.horizontalAccuracy, place.timestamp, place.speed, place.course) }

// probe: location-distance
@MainActor func permission37() async throws { _ = CLLocation(latitude: 1, longitude: 2).distance(from: CLLocation(latitude: 2, longitude: 3)) }

// probe: location-updates
@MainActor func permission38() async throws { for try await update in CLLocationUpdate.liveUpdates() { print(update.location as Any); break } }

// probe: location-services
@MainActor func permission39() async throws { _ = CLLocationManager.locationServicesEnabled() }

// probe: location-background
@MainActor func permission40() async throws { let manager = CLLocationManager(); manager.allowsBackgroundLocationUpdates = true; manager.pausesLocationUpdatesAutomatically = false }

// probe: notifications-request
@MainActor func permission41() async throws { UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in print(granted, error as Any) } }

// probe: notifications-async
@MainActor func permission42() async throws { _ = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) }

// probe: notifications-settings
@MainActor func permission43() async throws { UNUserNotificationCenter.current().getNotificationSettings { print($0.authorizationStatus == .authorized) } }

// probe: notifications-settings-async
@MainActor func permission44() async throws { _ = await UNUserNotificationCenter.current().notificationSettings().authorizationStatus }

// probe: notifications-add
@MainActor func permission45() async throws { let content = UNMutableNotificationContent(); content.title = "a"; content.body = "b"; content.sound = .default; try await UNUserNotificationCenter.current().add(UNNotificationRequest(identifier: "a", content: content, trigger: UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))) }

// probe: tracking-request
@MainActor func permission46() async throws { ATTrackingManager.requestTrackingAuthorization { print($0 == .authorized) } }

// probe: tracking-async
@MainActor func permission47() async throws { _ = await ATTrackingManager.requestTrackingAuthorization() }

// probe: advertising
@MainActor func permission48() async throws { _ = ASIdentifierManager.shared().advertisingIdentifier.uuidString }

// probe: settings-open
@MainActor func permission49() async throws { if let url = URL(string: UIApplication.openSettingsURLString), UIApplication.shared.canOpenURL(url) { UIApplication.shared.open(url) } }

// probe: settings-open-closure
@MainActor func permission50() async throws { UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!, options: [:]) { print($0) } }
