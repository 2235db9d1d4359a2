// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import Clocks
import EnclaveMessages
import JSONCoding
import KeychainModel
import ProtectionModel
import SecretServiceModel
import Threads
import WebServer

/// The items of the keychain as the page of passwords lists them: what they are for, never what they hold.
struct PasswordList: Sendable {
  /// The items in the order of who has them, then of their titles.
  let items: [ListedItem]

  init(from broker: BrokerClient) throws(ConsoleFailure) {
    let reader = try PasswordReader(from: broker)
    let desktop = DesktopItems(reader.items)
    items = reader.items.compactMap { desktop.seen($0) }.compactMap(reader.listed).sorted {
      ($0.order, $0.title) < ($1.order, $1.title)
    }
  }

  /// The class of which there are the fewest.
  var shortest: ItemClass {
    let counts = Dictionary(grouping: items, by: \.itemClass).mapValues(\.count)
    return ItemClass.stored.min { counts["\($0)", default: 0] < counts["\($1)", default: 0] } ?? .key
  }

  /// One page of the items that match a text, and a kind where one is named.
  func json(_ query: PasswordQuery) -> JSONValue {
    let found = items.filter { query.matches($0) }
    return .members([
      "all": .number(items.count), "total": .number(found.count),
      "kinds": .strings(Set(items.map(\.itemClass)).sorted()),
      "items": .array(found.dropFirst(query.first).prefix(PasswordQuery.most).map(\.json)),
    ])
  }
}

/// What is asked of the list.
struct PasswordQuery: Equatable {
  static let most = 100
  private let text: String
  private let classes: [String]
  let first: Int

  /// A text in hexadecimal, classes with commas between them, each of which may be a hyphen, and where to begin.
  init(_ parameters: [Substring]) throws(ConsoleFailure) {
    guard parameters.count == 3, let first = Int(parameters[2]), first >= 0 else { throw .badRequest }
    if parameters[0] == "-" {
      text = ""
    } else {
      guard let bytes = [UInt8](hexadecimal: parameters[0]), let text = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest
      }
      self.text = text.lowercased()
    }
    classes = parameters[1] == "-" ? [] : parameters[1].split(separator: ",").map(String.init)
    self.first = first
  }

  func matches(_ item: ListedItem) -> Bool {
    (classes.isEmpty || classes.contains(item.itemClass)) && (text.isEmpty || item.words.contains(text))
  }
}

/// An item as it is listed.
struct ListedItem: Sendable {
  let itemClass: String
  let title: String
  /// What it comes under: the name of who has it, in small letters.
  let order: String
  /// All that a search looks at, in small letters.
  let words: String
  /// The list as text, which takes a fraction of the memory: a few of thousands are shown at a time.
  private let shown: [UInt8]

  init(itemClass: String, title: String, order: String, words: String, _ members: [JSONValue.Member]) {
    (self.itemClass, self.title, self.order, self.words) = (itemClass, title, order, words)
    shown = Array(JSONValue.object(members).text.utf8)
  }

  var json: JSONValue {
    // It was written here, and can be read.
    (try? JSONReader.read(shown, JSONLimits(bytes: shown.count, depth: 1, values: 64))) ?? .null
  }
}

/// Reads items as they are listed.
private struct PasswordReader {
  let items: [ItemResult]
  /// The names of apps by their access groups.
  private let apps: [String: String]
  /// The private keys that are there, by what certificates know them by.
  private let privateKeys: Set<[UInt8]>

  init(from broker: BrokerClient) throws(ConsoleFailure) {
    var items: [ItemResult] = []
    do throws(BrokerClientError) {
      for itemClass in ItemClass.stored { items += try broker.ownersItems(itemClass) }
    } catch {
      throw .broker(error)
    }
    self.items = items
    privateKeys = Set(
      items.compactMap { $0.keyClass == .private ? $0.attributes?[.applicationLabel]?.data : nil })
    // Without the register of apps, groups have no other names than their own.
    let installed = (try? broker.installedApps()) ?? []
    var apps: [String: String] = [:]
    for app in installed {
      for group in app.ownGroups + app.entitlements.accessGroups where apps[group] == nil {
        apps[group] = app.description.name
      }
    }
    self.apps = apps
  }

  func listed(_ item: ItemResult) -> ListedItem? {
    guard let attributes = item.attributes, let reference = item.persistentReference else { return nil }
    let group = attributes[.accessGroup]?.string ?? ""
    let isOwn = group == PrivateGroup.commandLine
    let isMade = isOwn && Self.made.contains(attributes[.service]?.text ?? "")
    let owner = isOwn ? "bailey" : apps[group]
    let texts = Self.texts.map { ($0.0, attributes[$0.1]?.text.map(VisibleWord.line) ?? "") }
    let title = Self.titles.compactMap { name in texts.first { $0.0 == name && !$0.1.isEmpty }?.1 }.first
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { members.append(JSONValue.Member(name, .string(VisibleWord.line(text)))) }
    }
    add("reference", reference.bytes.hexadecimal)
    add("class", "\(item.itemClass)")
    add("kept", isMade ? "made" : isOwn ? "own" : nil)
    add("group", group)
    add("app", owner)
    add("title", title)
    for (name, text) in texts { add(name, text) }
    add("accessible", attributes[.accessible]?.string)
    for (name, attribute) in [("created", ItemAttribute.creationDate), ("modified", .modificationDate)] {
      guard let date = attributes[attribute]?.date, abs(date) < 1e12 else { continue }
      members.append(JSONValue.Member(name, .number(Int(date + Self.referenceDate))))
    }
    members.append(
      JSONValue.Member("asks", .bool(attributes[.accessControl]?.accessControl?.needsAuthentication ?? false)))
    if let hash = attributes[.publicKeyHash]?.data, item.itemClass == .certificate {
      members.append(JSONValue.Member("identity", .bool(privateKeys.contains(hash))))
    }
    if let keyClass = item.keyClass {
      add("keyClass", keyClass.rawValue)
      if let bits = attributes[.keySizeInBits]?.number {
        members.append(JSONValue.Member("bits", .number(Int(clamping: bits))))
      }
    }
    members.append(JSONValue.Member("private", .bool(PrivateGroup.isReserved(group))))
    return ListedItem(
      itemClass: "\(item.itemClass)", title: (title ?? "").lowercased(),
      order: isMade ? Self.last : isOwn ? Self.first : (owner ?? group).lowercased(),
      words: (texts.map(\.1) + [VisibleWord.line(owner ?? ""), VisibleWord.line(group)]).joined(separator: "\n")
        .lowercased(),
      members)
  }

  /// What Bailey itself has made, for signing apps, as `bailey` calls it.
  private static let made: Set = ["bailey app ca", "bailey app certificate"]
  /// What people keep themselves comes before what apps do, and that before what Bailey made.
  private static let (first, last) = ("", "\u{10FFFF}")

  /// The label is what people named it.
  private static let titles = ["label", "server", "service", "account"]
  private static let texts: [(String, ItemAttribute)] = [
    ("label", .label), ("account", .account), ("service", .service), ("server", .server), ("path", .path),
    ("comment", .comment), ("kind", .description),
  ]
  /// 2001-01-01T00:00:00Z, in seconds since 1970.
  private static let referenceDate = 978_307_200.0
}

private enum KeyClass: String {
  case `public`, `private`, symmetric
}

extension ItemResult {
  /// The class of a key, as `kSecAttrKeyClass` numbers them; nil for an item that is no key.
  fileprivate var keyClass: KeyClass? {
    guard itemClass == .key else { return nil }
    return switch attributes?[.keyClass]?.number {
    case 0: .public
    case 1: .private
    case 2: .symmetric
    default: nil
    }
  }
}

extension AttributeValue {
  /// What people can read of it.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .data(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }
}

// MARK: - One item

extension InstanceWatcher {
  /// The bytes of a password, which nothing here keeps.
  func reveal(_ reference: PersistentReference) throws(ConsoleFailure) -> RequestBody {
    let secret: SecretData?
    do { secret = try broker.revealToOwner(reference) } catch { throw .broker(error) }
    guard var secret else { throw .notFound }
    if try desktopItems().hasSecret(reference) {
      guard let content = try? SecretContent(decoding: secret) else { throw .notFound }
      secret = content.secret
    }
    return secret.withBytes { span in
      var bytes = span.indices.map { span[$0] }
      return RequestBody(taking: &bytes)
    }
  }

  func delete(_ reference: PersistentReference) throws(ConsoleFailure) {
    // The secret first: nothing that was deleted stays where nobody finds it.
    let name = reference.itemClass == .genericPassword ? try desktopItems().name(of: reference) : nil
    do {
      try broker.deleteForOwner(reference)
      if let name { try broker.deleteForOwner(name) }
    } catch {
      throw .broker(error)
    }
    knownItems.withLock { $0 = nil }
    state.change { $0.items += 1 }
  }

  /// The milliseconds for which one list answers what is typed into a search, before it is asked for again.
  static let listMilliseconds: UInt64 = 5000

  func passwords(_ query: PasswordQuery) throws(ConsoleFailure) -> JSONValue {
    let now = BootClock.system.now().milliseconds
    let known = knownItems.withLock { $0 }
    let isUnlocked = state.shown.status?.state == .unlocked
    if isUnlocked, let known, now - known.milliseconds < Self.listMilliseconds {
      // `baileyd` alone knows whether the passcode still counts: it is asked for the shortest list, and refuses where it does not.
      do { _ = try broker.ownersItems(known.list.shortest) } catch {
        knownItems.withLock { $0 = nil }
        throw .broker(error)
      }
      return known.list.json(query)
    }
    let list = try PasswordList(from: broker)
    if isUnlocked { knownItems.withLock { $0 = (list, now) } }
    return list.json(query)
  }

  /// What the passcode opened is not kept for longer than it is of use, and not beyond a lock.
  func forgetItems(isUnlocked: Bool) {
    let now = BootClock.system.now().milliseconds
    knownOwn.withLock { known in
      if let listed = known, !isUnlocked || now - listed.milliseconds >= Self.listMilliseconds { known = nil }
    }
    knownItems.withLock { known in
      if let listed = known, !isUnlocked || now - listed.milliseconds >= Self.listMilliseconds { known = nil }
    }
  }
}
