// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Instance
import InstanceLayout
package import ProtectionModel
package import SystemCalls
package import WidgetModel

/// The answers of an extension, as files on the protected mount.
///
/// Full trees are of the class `complete`: nobody reads them while locked, Bailey included. Beside them lies what is left of
/// each once what is private was taken out, of the extension's own class, which is all that a locked screen needs. A place
/// that its owner lets show everything has full trees of the extension's own class (`ShownArchives`). Placeholders and times
/// hold nothing of the extension's data.
package struct SnapshotStore: ~Copyable {
  let folder: FileDescriptor
  let protection: ProtectionClass

  /// The properties by which the pictures of one widget differ.
  package struct Key: Sendable, Hashable {
    let name: String
    let reasons: Reasons
    let place: SurfaceChange.Place?

    /// Makes the key of a picture. `place` is where it is drawn, if the owner lets full trees be shown there.
    package init(kind: String, _ environment: WidgetEnvironment, shownBy place: SurfaceChange.Place? = nil) {
      reasons = environment.reasons
      self.place = reasons.areHiding ? nil : place
      // The time and the reasons of an entry are its own; all else that views can know tells one picture from another.
      var look = environment
      look.now = 0
      look.isPreview = false
      var writer = ArchiveWriter()
      writer.append(kind)
      writer.append(look)
      name =
        "\(environment.family.name)-\(reasons.rawValue)-\(Self.mark(of: kind))\(Fingerprint.text(of: writer.bytes))"
        + (self.place.map { "-" + ShownArchives.folder(of: $0) } ?? "")
    }

    var views: String { (place.map { ShownArchives.folder(of: $0) + "/" } ?? "") + name + ".views" }
    var plan: String { name + SnapshotStore.planEnding }
  }

  fileprivate static let planEnding = ".plan"

  private static let attribute = "user.bailey.protection"
  private static let largest = WidgetRequest.longestFrame * 4

  /// The store below the mount of the protected files. The owner is the extension: of an app's bundle its identifier,
  /// else its program's path. The protection is what it asks for its data, nil where it asks for nothing.
  package init(on mount: String, of owner: String, _ protection: ProtectionClass?) throws(SystemError) {
    self.protection = protection ?? .completeUntilFirstUserAuthentication
    let all = try Self.folder(OwnFolder.widgets.rawValue, in: FileDescriptor.open(mount, O_RDONLY | O_DIRECTORY))
    folder = try Self.folder(Self.name(of: owner), in: all)
  }

  private static func folder(
    _ name: String, in parent: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) { try parent.makeDirectory(name, mode: 0o700) } catch {
      guard error.code == EEXIST else { throw error }
    }
    return try parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// The folder of the extension's own files, which have its own class.
  private static let container = "Data"

  /// The folder for that, made where it is not there yet.
  package func makeContainer() throws(SystemError) -> FileDescriptor {
    let folder = try Self.folder(Self.container, in: folder)
    try folder.setExtendedAttribute(Self.attribute, to: Array(protection.attributeValue.utf8).span)
    return folder
  }

  private static func name(of owner: String) -> String {
    let last = owner.split(separator: "/").last.map(String.init) ?? owner
    return String(last.prefix(100)) + "-" + Fingerprint.text(of: Array(owner.utf8))
  }

  // MARK: Reading: nil also where the lock state forbids it

  package func timeline(_ key: Key) -> WidgetTimeline? {
    guard case .timeline(let timeline)? = read(key.views) else { return nil }
    return timeline
  }

  package func placeholder(_ key: Key) -> WidgetEntry? {
    guard case .entry(let entry)? = read(key.name + ".placeholder") else { return nil }
    return entry
  }

  package var widgets: [WidgetDescription]? {
    guard case .widgets(let widgets)? = read("widgets") else { return nil }
    return widgets
  }

  package func plan(_ key: Key) -> TimelinePlan { plan(key.plan) }

  private func plan(_ name: String) -> TimelinePlan {
    guard let bytes = contents(name) else { return TimelinePlan() }
    var reader = ArchiveReader(bytes)
    guard let plan = try? reader.value(TimelinePlan.self), (try? reader.end()) != nil else { return TimelinePlan() }
    return plan
  }

  private func read(_ name: String) -> WidgetAnswer? {
    contents(name).flatMap { try? WidgetAnswer(frame: $0) }
  }

  func contents(_ name: String) -> [UInt8]? {
    guard let file = try? folder.open(name, O_RDONLY | O_NOFOLLOW) else { return nil }
    return try? file.readToEnd(atMost: Self.largest)
  }

  // MARK: Writing. What cannot be written is asked for again: nothing is lost.

  /// Keeps a timeline without what the key's reasons hide. `isShown` says whether the owner lets a place show full
  /// trees now.
  package func keep(_ timeline: WidgetTimeline, _ key: Key, ifShown isShown: (SurfaceChange.Place) -> Bool) {
    let answer = WidgetAnswer.timeline(timeline.redacted(for: key.reasons))
    guard let place = key.place else {
      write(answer, key.views, key.reasons.areHiding ? protection : .complete, in: folder)
      return
    }
    // Opened before the owner's choice is asked for: whoever hides afterwards removes the folder, and what is written into
    // a folder that was removed is nowhere.
    guard let shown = try? Self.folder(ShownArchives.folder(of: place), in: folder), isShown(place) else { return }
    write(answer, key.name + ".views", protection, in: shown)
  }

  package func keep(placeholder entry: WidgetEntry, _ key: Key) {
    write(WidgetAnswer.entry(entry.redacted(for: .placeholder)), key.name + ".placeholder", .none, in: folder)
  }

  package func keep(_ widgets: [WidgetDescription]) {
    write(WidgetAnswer.widgets(widgets), "widgets", .none, in: folder)
  }

  package func keep(_ plan: TimelinePlan, _ key: Key) { keep(plan, key.plan) }

  private func keep(_ plan: TimelinePlan, _ name: String) { write(plan, name, .none, in: folder) }

  /// Removes the full trees of places that show none any more. Failure is ignored: whoever hides them hears of it.
  package func removeShown(hiddenBy settings: SurfaceSettings) {
    try? ShownArchives.remove(in: folder, hiddenBy: settings)
  }

  /// The timelines of a kind, or all, are asked for again when they are needed next. The number tells one reload from
  /// another.
  package func expire(kind: String?, number: UInt64?, _ charge: TimelinePlan.Charge) {
    for name in names(Self.planEnding) where kind.map({ name.contains(Key.mark(of: $0)) }) ?? true {
      var plan = plan(name)
      let before = plan
      plan.expire(number: number, charge)
      if plan != before { keep(plan, name) }
    }
  }

  private func names(_ ending: String) -> [String] {
    var names: [String] = []
    try? folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasSuffix(ending) { names.append(name) }
      return .proceed
    }
    return names
  }

  @discardableResult func write(
    _ value: some Archivable, _ name: String, _ protection: ProtectionClass, in folder: borrowing FileDescriptor
  ) -> Bool {
    var writer = ArchiveWriter()
    writer.append(value)
    let bytes = writer.bytes
    guard bytes.count <= Self.largest, let unfinished = try? UnfinishedFile(in: folder, ".\(name.prefix(100)).bailey-")
    else { return false }
    do throws(SystemError) {
      // Before the first byte: a file of another class never holds views.
      try unfinished.file.setExtendedAttribute(Self.attribute, to: Array(protection.attributeValue.utf8).span)
      try unfinished.file.write(bytes.span)
      try unfinished.rename(to: name, in: folder, .replace)
      return true
    } catch {
      try? folder.unlink(unfinished.name)
      return false
    }
  }
}

extension SnapshotStore.Key {
  /// The prefix by which the files of a kind are found.
  fileprivate static func mark(of kind: String) -> String { "\(Fingerprint.text(of: Array(kind.utf8)))-" }
}
