// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import AdSupport
import AppTrackingTransparency
import ConsentModel
import Contacts
import CoreLocation
import EventKit
import Foundation
import Photos
import Testing
import UserNotifications
import WeatherKit

/// The ways in which apps for Apple's systems ask, each with exactly its spelling, compiled and run.
@Suite struct AuthorizationIdioms {
  private func code(_ body: () throws -> Void) -> EKError.Code? {
    do { try body() } catch { return (error as? EKError)?.code }
    return nil
  }

  @Test func `AVCaptureDevice.authorizationStatus(for:) and requestAccess(for:)`() async {
    await withBroker { broker in
      switch AVCaptureDevice.authorizationStatus(for: .video) {
      case .notDetermined: break
      case .restricted, .denied, .authorized: Issue.record("nobody has decided")
      @unknown default: Issue.record("unknown")
      }
      broker.willAnswer(.camera, .stands(.answered(.allowed)))
      #expect(await AVCaptureDevice.requestAccess(for: .video))
      #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
      broker.set(.microphone, .restricted)
      #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .restricted)
      let isGranted = await withCheckedContinuation { continuation in
        AVCaptureDevice.requestAccess(for: .audio) { granted in continuation.resume(returning: granted) }
      }
      #expect(!isGranted)
      #expect(broker.requests.map(\.0) == [.camera, .microphone])
    }
  }

  @Test func `AVAudioApplication and AVAudioSession`() async {
    await withBroker { broker in
      #expect(AVAudioApplication.shared.recordPermission == .undetermined)
      #expect(AVAudioSession.sharedInstance().recordPermission == .undetermined)
      broker.willAnswer(.microphone, .stands(.answered(.allowed)))
      #expect(await AVAudioApplication.requestRecordPermission())
      #expect(AVAudioApplication.shared.recordPermission == .granted)
      #expect(AVAudioSession.sharedInstance().recordPermission.rawValue == 0x6772_6E74)
      broker.set(.microphone, .restricted)
      #expect(AVAudioApplication.shared.recordPermission == .denied)
    }
  }

  @Test func `An audio session asks when it begins to record, not when it is configured`() async throws {
    try await withBroker { broker in
      let session = AVAudioSession.sharedInstance()
      defer { try? session.setActive(false) }
      try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetooth, .defaultToSpeaker])
      #expect(session.category == .playAndRecord && session.mode == .voiceChat)
      #expect(session.categoryOptions.rawValue == 12)
      #expect(broker.requests.isEmpty)
      broker.willAnswer(.microphone, .stands(.answered(.allowed)))
      try session.setActive(true, options: .notifyOthersOnDeactivation)
      while session.recordPermission == .undetermined { try await Task.sleep(for: .milliseconds(1)) }
      #expect(broker.requests.map(\.0) == [.microphone])
      try session.setActive(false)
      try session.setActive(true)
      #expect(broker.requests.count == 1)
      #expect(throws: NSError.self) { try session.setCategory(AVAudioSession.Category(rawValue: "Loud")) }
      #expect(session.category == .playAndRecord)
    }
  }

  @Test func `ATTrackingManager and ASIdentifierManager: zeros unless the person allows it`() async {
    await withBroker { broker in
      #expect(ATTrackingManager.trackingAuthorizationStatus == .notDetermined)
      let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      #expect(ASIdentifierManager.shared().advertisingIdentifier == zeros)
      broker.willAnswer(.tracking, .stands(.answered(.denied)))
      #expect(await ATTrackingManager.requestTrackingAuthorization() == .denied)
      let status = await withCheckedContinuation { continuation in
        ATTrackingManager.requestTrackingAuthorization { status in continuation.resume(returning: status) }
      }
      #expect(status == .denied)
      broker.state.withLock { $0.identifier = [UInt8](1...16) }
      #expect(ASIdentifierManager.shared().advertisingIdentifier.uuidString == "01020304-0506-4708-890A-0B0C0D0E0F10")
      broker.state.withLock { $0.isAway = true }
      #expect(ASIdentifierManager.shared().advertisingIdentifier == zeros)
    }
  }

  @Test func `PHPhotoLibrary: limited for reading and writing, and authorized to who knows no limits`() async {
    await withBroker { broker in
      broker.willAnswer(.photos, .stands(.answered(.limited)))
      #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
      #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
      #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined)
      let status = await withCheckedContinuation { continuation in
        PHPhotoLibrary.requestAuthorization { status in continuation.resume(returning: status) }
      }
      #expect(status == .authorized)
      broker.willAnswer(.photosAdd, .stands(.answered(.denied)))
      #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .denied)
    }
  }

  @Test func `CNContactStore throws what was refused`() async throws {
    try await withBroker { broker async throws in
      broker.willAnswer(.contacts, .stands(.answered(.denied)))
      await #expect(throws: CNError.self) { try await CNContactStore().requestAccess(for: .contacts) }
      do { try await CNContactStore().requestAccess(for: .contacts) } catch CNError.authorizationDenied {}
      #expect(CNContactStore.authorizationStatus(for: .contacts) == .denied)
      broker.willAnswer(.contacts, .stands(.answered(.limited)))
      #expect(try await CNContactStore().requestAccess(for: .contacts))
      #expect(CNContactStore.authorizationStatus(for: .contacts) == .limited)
    }
  }

  @Test func `EKEventStore: writing alone is not full access, and the old request only fails`() async throws {
    try await withBroker { broker async throws in
      let store = EKEventStore()
      broker.willAnswer(.calendar, .stands(.answered(.writeOnly)))
      #expect(try await store.requestWriteOnlyAccessToEvents())
      #expect(EKEventStore.authorizationStatus(for: .event) == .writeOnly)
      #expect(try await store.requestFullAccessToEvents() == false)
      broker.willAnswer(.reminders, .stands(.answered(.allowed)))
      #expect(try await store.requestFullAccessToReminders())
      #expect(EKEventStore.authorizationStatus(for: .reminder) == .fullAccess)
      #expect(broker.requests.map(\.1) == [.writeOnly, .usual, .usual])
      broker.willAnswer(.calendar, .unanswered)
      await #expect(throws: EKError.self) { try await store.requestFullAccessToEvents() }
    }
  }

  @Test func `EKEventStore has no calendars, and says so when something is saved`() async throws {
    try await withBroker { broker async throws in
      let store = EKEventStore()
      let event = EKEvent(eventStore: store)
      (event.title, event.startDate, event.endDate) = ("Dentist", Date(), Date() + 3600)
      #expect(code { try store.save(event, span: .thisEvent) } == .eventStoreNotAuthorized)
      broker.set(.calendar, .answered(.allowed))
      #expect(store.calendars(for: .event).isEmpty)
      #expect(store.defaultCalendarForNewEvents == nil)
      let today = store.predicateForEvents(withStart: Date(), end: Date() + 86400, calendars: nil)
      #expect(store.events(matching: today).isEmpty)
      #expect(today.evaluate(with: event))
      event.calendar = EKCalendar(for: .event, eventStore: store)
      #expect(code { try store.save(event, span: .thisEvent) } == .noCalendar)
      event.endDate = event.startDate - 1
      #expect(code { try store.save(event, span: .thisEvent) } == .datesInverted)
      #expect(code { try store.saveCalendar(event.calendar, commit: true) } == .calendarHasNoSource)
      broker.set(.reminders, .answered(.allowed))
      let reminder = EKReminder(eventStore: store)
      reminder.isCompleted = true
      #expect(reminder.completionDate != nil)
      #expect(
        store.predicateForCompletedReminders(withCompletionDateStarting: nil, ending: nil, calendars: nil)
          .evaluate(with: reminder))
      #expect(code { try store.save(reminder, commit: true) } == .noCalendar)
      let found = await withCheckedContinuation { continuation in
        store.fetchReminders(matching: store.predicateForReminders(in: nil)) {
          continuation.resume(returning: $0?.count)
        }
      }
      #expect(found == 0)
    }
  }

  @Test func `WeatherService answers nobody, and says what to do`() async throws {
    let place = CLLocation(latitude: 52, longitude: 13)
    await #expect(throws: WeatherError.permissionDenied) { try await WeatherService.shared.weather(for: place) }
    await #expect(throws: WeatherError.permissionDenied) {
      let (now, hours) = try await WeatherService().weather(for: place, including: .current, .hourly)
      print(now.temperature, hours.first?.symbolName as Any)
    }
    #expect(WeatherError.permissionDenied.localizedDescription.contains("does not answer"))
    #expect(WeatherCondition.mostlyCloudy.description == "Mostly Cloudy")
  }

  @Test func `UNUserNotificationCenter: provisional without a prompt, and settings that say so`() async throws {
    try await withBroker { broker async throws in
      let center = UNUserNotificationCenter.current()
      broker.willAnswer(.notifications, .stands(.answered(.provisional)))
      #expect(try await center.requestAuthorization(options: [.alert, .sound, .provisional]))
      var settings = await center.notificationSettings()
      #expect(settings.authorizationStatus == .provisional)
      #expect(settings.alertSetting == .disabled && settings.notificationCenterSetting == .enabled)
      #expect(broker.requests.map(\.1) == [.provisional])
      broker.willAnswer(.notifications, .stands(.restricted))
      #expect(try await center.requestAuthorization(options: [.alert, .badge]) == false)
      settings = await withCheckedContinuation { continuation in
        center.getNotificationSettings { continuation.resume(returning: $0) }
      }
      #expect(settings.authorizationStatus == .denied)
      broker.willAnswer(.notifications, .unanswered)
      await #expect(throws: UNError.self) { try await center.requestAuthorization(options: .alert) }
    }
  }

  @Test func `Where Bailey does not run nothing is decided, and nothing is granted`() async {
    await withBroker { broker in
      broker.state.withLock { $0.isAway = true }
      #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
      #expect(await AVCaptureDevice.requestAccess(for: .video) == false)
      #expect(await ATTrackingManager.requestTrackingAuthorization() == .notDetermined)
      #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .notDetermined)
    }
  }

  @Test func `An app that does not say why is ended, and is told which key it lacks`() async throws {
    let result = try await #require(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      await withBroker { broker in
        broker.willAnswer(.camera, .endsProcess)
        _ = await AVCaptureDevice.requestAccess(for: .video)
      }
    }
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(errors.contains("must contain an NSCameraUsageDescription key"))
  }
}
