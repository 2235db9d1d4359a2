// SPDX-License-Identifier: Apache-2.0
import Advice
import MessageBus
import SecretAccess
import SecretServiceModel
import TerminalConsole

/// What another Secret Service keeps.
struct ServiceSource {
  private let store: SecretStore

  /// The service on the bus at an address, or on the session's.
  init(_ address: String?) throws(CommandFailure) {
    let bus: SessionBus
    do throws(BusError) { bus = if let address { try SessionBus(at: address) } else { try SessionBus() } } catch {
      throw .particular(
        address == nil
          ? "There is no bus of a session here.\nTry: the same in a terminal of the desktop, or --bus ADDRESS"
          : "There is no bus at this address.", .failed)
    }
    do throws(BusError) {
      store = try SecretStore(on: bus.busConnection)
    } catch {
      throw .particular("No Secret Service answers there.", .failed)
    }
    guard bus.owner()?.isBailey != true else {
      throw .particular(
        "Bailey answers for \(BusServiceFile.name) there itself: no other service is there to import from.\n"
          + "Try: --bus ADDRESS, the bus of another one; --pass, for pass", .usage)
    }
  }

  /// The secrets that could be brought. Where something is to be done, that service asks the person about what it has locked.
  func candidates(_ mode: ImportMode) throws(CommandFailure) -> [ImportCandidate] {
    do throws(BusError) {
      let standard = try store.collection(withAlias: "default")
      let session = try store.collection(withAlias: "session")
      let all = try store.collections()
      var found: [ImportCandidate] = []
      // What lives in memory alone goes with its session, here as there.
      for collection in all where collection.path != session && !collection.path.hasSuffix("/session") {
        if mode == .apply { _ = try store.unlock([collection.path]) }
        // gnome-keyring's own opens with the login, and is its default one unless the person says otherwise.
        let isStandard = collection.path == standard || collection.path.hasSuffix("/login")
        let label = isStandard ? nil : collection.label
        for path in collection.items { found.append(try candidate(path, in: label)) }
      }
      return found
    } catch {
      throw .particular("The other service does not answer as it should: \(error)", .failed)
    }
  }

  private func candidate(_ path: String, in collection: String?) throws(BusError) -> ImportCandidate {
    let item = try store.item(at: path)
    let store = store
    return ImportCandidate(
      collection: collection, label: item.label, attributes: item.attributes ?? .none
    ) {
      guard item.attributes != nil else { return .failure(.tooLarge) }
      guard !item.isLocked else { return .failure(.locked) }
      do throws(BusError) {
        guard let content = try store.secret(of: path) else { return .failure(.tooLarge) }
        return .success(content)
      } catch {
        if case .refused("org.freedesktop.Secret.Error.IsLocked", _) = error { return .failure(.locked) }
        return .failure(.unreadable)
      }
    }
  }
}
