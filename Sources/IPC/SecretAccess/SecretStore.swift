// SPDX-License-Identifier: Apache-2.0
import Events
import KeychainModel
package import MessageBus
package import SecretServiceModel
import SystemCalls
import Threads

/// Any Secret Service on a bus, as a program that reads and stores there meets it (Secret Service API 0.2).
///
/// What it says is a stranger's: it is bounded, and what does not have the specification's form throws `malformed`.
package final class SecretStore: Sendable {
  package struct Collection: Sendable, Equatable {
    package let path: String
    package let label: String
    package let items: [String]
  }

  package struct Item: Sendable, Equatable {
    package let path: String
    package let label: String
    /// The attributes of the item; nil where there are more than may be.
    package let attributes: LookupAttributes?
    package let isLocked: Bool
  }

  private static let root = "/org/freedesktop/secrets"
  private static let none = "/"
  private static let interface = "org.freedesktop.Secret"
  /// The time that a busy service with many items needs.
  private static let time = Duration.seconds(60)
  /// The time that a person may take to answer.
  private static let patience = Duration.seconds(300)

  private let connection: BusConnection
  /// The unique name: whoever has it keeps it.
  package let service: String
  private let cipher: SessionCipher
  private let session: String

  /// Starts the service where the bus knows how to. Throws `noAnswer` where there is none.
  package init(on connection: BusConnection) throws(BusError) {
    self.connection = connection
    let name = SecretPermissions.name
    if try connection.owner(of: name) == nil {
      let start = BusCall(
        to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName",
        .string(name), .uint32(0))
      _ = try? connection.call(start, within: Self.time)
    }
    guard let service = try connection.owner(of: name) else { throw .noAnswer }
    self.service = service
    (cipher, session) = try Self.open(connection, service)
  }

  /// A session whose secrets travel encrypted, where the service knows that.
  private static func open(
    _ connection: BusConnection, _ service: String
  ) throws(BusError) -> (SessionCipher, String) {
    func ask(_ algorithm: String, _ input: BusValue) throws(BusError) -> (BusValue, String) {
      let answer = try connection.call(
        BusCall(
          to: service, root, "\(interface).Service", "OpenSession", .string(algorithm), .variant(input)), within: time)
      guard answer.count == 2, let path = answer[1].text else { throw .malformed }
      return (answer[0].unwrapped, path)
    }
    let proposal: SessionProposal
    do throws(SessionCipher.Failure) { proposal = try SessionProposal() } catch { throw .malformed }
    let answer: (BusValue, String)
    do throws(BusError) { answer = try ask(SessionCipher.agreedName, .bytes(proposal.publicKey)) } catch {
      guard case .refused("org.freedesktop.DBus.Error.NotSupported", _) = error else { throw error }
      return (.plain, try ask(SessionCipher.plainName, .string("")).1)
    }
    guard let key = answer.0.bytes else { throw .malformed }
    do throws(SessionCipher.Failure) { return (try proposal.cipher(with: key), answer.1) } catch { throw .malformed }
  }

  // MARK: - What is there

  package func collections() throws(BusError) -> [Collection] {
    let paths = try paths(property("Collections", of: "Service", at: Self.root))
    guard paths.count <= SecretServiceLimits.collections else { throw .tooLarge }
    var found: [Collection] = []
    for path in paths {
      guard let label = try property("Label", of: "Collection", at: path).text else { throw .malformed }
      let items = try self.paths(property("Items", of: "Collection", at: path))
      guard items.count <= SecretServiceLimits.items else { throw .tooLarge }
      found.append(Collection(path: path, label: label, items: items))
    }
    return found
  }

  /// The path of the collection that has an alias; nil for none.
  package func collection(withAlias alias: String) throws(BusError) -> String? {
    guard let path = try call(Self.root, "Service", "ReadAlias", .string(alias)).first?.text else { throw .malformed }
    return path == Self.none ? nil : path
  }

  package func item(at path: String) throws(BusError) -> Item {
    let all = try connection.call(
      BusCall(
        to: service, path, "org.freedesktop.DBus.Properties", "GetAll", .string("\(Self.interface).Item")),
      within: Self.time)
    guard let properties = all.first?.named, let label = properties["Label"]?.text,
      case .dictionary("s", "s", let entries)? = properties["Attributes"], let isLocked = properties["Locked"]?.boolean
    else { throw .malformed }
    let pairs = entries.compactMap { entry in
      entry.key.text.flatMap { name in entry.value.text.map { LookupAttributes.Pair(name, $0) } }
    }
    return Item(path: path, label: label, attributes: LookupAttributes(pairs), isLocked: isLocked)
  }

  /// The paths of items with all of the attributes, and perhaps with more, in all collections.
  package func search(_ attributes: LookupAttributes) throws(BusError) -> [String] {
    let found = try call(Self.root, "Service", "SearchItems", Self.value(attributes))
    guard found.count == 2 else { throw .malformed }
    return try paths(found[0]) + paths(found[1])
  }

  /// Reads a secret; nil for one that is larger than may be.
  package func secret(of path: String) throws(BusError) -> SecretContent? {
    let answer = try call(path, "Item", "GetSecret", .objectPath(session))
    guard let fields = answer.first?.elements, fields.count == 4, let parameters = Self.bytes(fields[1]),
      let value = Self.bytes(fields[2]), let type = fields[3].text
    else { throw .malformed }
    do throws(SessionCipher.Failure) {
      let secret = try cipher.open(SessionCipher.Sealed(parameters: parameters, value: value))
      return SecretContent(secret, type: type)
    } catch { throw .malformed }
  }

  /// An empty array of bytes has no bytes of its own.
  private static func bytes(_ value: BusValue) -> [UInt8]? {
    if case .array(of: "y", let elements) = value, elements.isEmpty { return [] }
    return value.bytes
  }

  // MARK: - What is changed

  /// Unlocks items; false where they stay locked: the person has said no, or nobody is there to be asked.
  package func unlock(_ paths: [String]) throws(BusError) -> Bool {
    let answer = try call(Self.root, "Service", "Unlock", .array(of: "o", paths.map(BusValue.objectPath)))
    guard answer.count == 2, let prompt = answer[1].text else { throw .malformed }
    return try settle(prompt) != nil
  }

  /// Adds an item beside those that are there. False where the person had to be asked and has said no.
  package func create(
    _ label: String, _ attributes: LookupAttributes, _ content: SecretContent, in collection: String
  ) throws(BusError) -> Bool {
    let sealed: SessionCipher.Sealed
    do throws(SessionCipher.Failure) { sealed = try cipher.seal(content.secret) } catch { throw .malformed }
    let properties = BusValue.options([
      "\(Self.interface).Item.Label": .string(label),
      "\(Self.interface).Item.Attributes": Self.value(attributes),
    ])
    let secret = BusValue.structure([
      .objectPath(session), .bytes(sealed.parameters), .bytes(sealed.value), .string(content.type),
    ])
    let answer = try call(collection, "Collection", "CreateItem", properties, secret, .boolean(false))
    guard answer.count == 2, let path = answer[0].text, let prompt = answer[1].text else { throw .malformed }
    if path != Self.none { return true }
    return try settle(prompt) != nil
  }

  /// The path; nil where the person had to be asked and has said no.
  package func createCollection(_ label: String) throws(BusError) -> String? {
    let properties = BusValue.options(["\(Self.interface).Collection.Label": .string(label)])
    let answer = try call(Self.root, "Service", "CreateCollection", properties, .string(""))
    guard answer.count == 2, let path = answer[0].text, let prompt = answer[1].text else { throw .malformed }
    return path == Self.none ? try settle(prompt)?.text : path
  }

  /// Shows a prompt and waits for the person: what it gave, nil where they dismissed it. None is done already.
  private func settle(_ prompt: String) throws(BusError) -> BusValue? {
    if prompt == Self.none { return .boolean(true) }
    let answers = Locked<BusMessage?>(nil)
    let came: ThreadNotifier
    do throws(SystemError) { came = try ThreadNotifier() } catch { throw .failed(code: error.code) }
    // Listens first: the answer may come before the call that asks for it returns.
    let ended = try connection.subscribe(
      to: SignalMatch(from: service, path: prompt, interface: "\(Self.interface).Prompt", member: "Completed")
    ) { message in
      answers.withLock { $0 = $0 ?? message }
      came.notify()
    }
    defer { ended.cancel() }
    _ = try call(prompt, "Prompt", "Prompt", .string(""))
    _ = came.wait(within: Self.patience)
    guard let arguments = answers.withLock({ $0 })?.arguments, arguments.count == 2, arguments[0].boolean == false
    else { return nil }
    return arguments[1].unwrapped
  }

  // MARK: - Calls

  private func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: BusValue...
  ) throws(BusError) -> [BusValue] {
    var call = BusCall(to: service, path, "\(Self.interface).\(interface)", member)
    call.arguments = arguments
    return try connection.call(call, within: Self.time)
  }

  private func property(_ name: String, of interface: String, at path: String) throws(BusError) -> BusValue {
    try connection.property(
      name, of: "\(Self.interface).\(interface)", at: path, of: service, within: Self.time)
  }

  private func paths(_ value: BusValue) throws(BusError) -> [String] {
    guard case .array(of: "o", let elements) = value else { throw .malformed }
    return elements.compactMap(\.text)
  }

  private static func value(_ attributes: LookupAttributes) -> BusValue {
    .dictionary(
      keys: "s", values: "s", attributes.pairs.map { BusEntry(key: .string($0.name), value: .string($0.value)) })
  }
}
