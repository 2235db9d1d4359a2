// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import ProtectionModel
package import WidgetMessages

extension BrokerClient {
  /// Gives a picture its name; refused with `stateChanged` where the lock state is another by now. For `bailey-widgets`
  /// only.
  package func publish(_ picture: PublishedPicture) throws(BrokerClientError) {
    guard case .done = try exchange(.widgets(.publish(picture))) else { throw .unexpectedReply }
  }

  // MARK: Reloads

  /// This app's widgets of a kind, or all, show something else from now on. For apps in sandboxes.
  package func reloadWidgets(ofKind kind: String?) throws(BrokerClientError) {
    guard case .done = try exchange(.widgets(.reload(kind: kind))) else { throw .unexpectedReply }
  }

  /// Which of this app's widgets are shown now: their kinds and families. For apps in sandboxes.
  package func shownWidgets() throws(BrokerClientError) -> [(kind: String, family: String)] {
    guard case .widgets(.shown(let widgets)) = try exchange(.widgets(.shown)) else { throw .unexpectedReply }
    return widgets.map { ($0.kind, $0.family) }
  }

  /// The same of an extension. For `bailey-widgets` only, as what follows.
  package func shownWidgets(of owner: String) throws(BrokerClientError) -> [ShownWidget] {
    guard case .widgets(.shown(let widgets)) = try exchange(.widgets(.shownExtension(owner))) else {
      throw .unexpectedReply
    }
    return widgets
  }

  package func reload(_ reload: WidgetReload) throws(BrokerClientError) {
    guard case .done = try exchange(.widgets(.reloadExtension(reload))) else { throw .unexpectedReply }
  }

  package func follow(
    _ following: WidgetFollowing
  ) throws(BrokerClientError) -> (state: LockState, number: UInt64, reloads: [WidgetReload]) {
    guard case .widgets(.changes(let state, let number, let reloads)) = try exchange(.widgets(.follow(following)))
    else {
      throw .unexpectedReply
    }
    return (state, number, reloads)
  }
}
