// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ProtectionModel
package import PromptModel
package import WidgetUpdates
package import WidgetModel

extension BrokerClient {
  /// Gives a picture its name; refused with `stateChanged` where the lock state is another by now. For `bailey-widgets`
  /// only.
  package func publish(_ picture: PublishedPicture) throws(BrokerClientError) {
    guard case .done = try exchange(.widgets(.publish(picture))) else { throw .unexpectedReply }
  }

  // MARK: Surfaces

  /// The owner's choices of what surfaces show while the screen is locked, and whether that is the record that was
  /// written last.
  package func surfaces() throws(BrokerClientError) -> (settings: SurfaceSettings, isInForce: Bool) {
    try surfaces(.surfaces)
  }

  /// Changes it, with the number under which the enclave was given the passcode, where more is to be shown.
  package func chooseSurfaces(
    _ changes: [SurfaceChange], provedAs number: QuestionNumber?
  ) throws(BrokerClientError) -> SurfaceSettings {
    try surfaces(.chooseSurfaces(changes, number)).settings
  }

  private func surfaces(
    _ request: WidgetsRequest
  ) throws(BrokerClientError) -> (settings: SurfaceSettings, isInForce: Bool) {
    guard case .widgets(.surfaces(let choices, let isInForce)) = try exchange(.widgets(request)) else {
      throw .unexpectedReply
    }
    var settings = SurfaceSettings()
    for choice in choices { settings.apply(choice) }
    return (settings, isInForce)
  }

  // MARK: Reloads

  /// Tells that this app's widgets of a kind, or all, have new contents. For apps in sandboxes.
  package func reloadWidgets(ofKind kind: String?) throws(BrokerClientError) {
    guard case .done = try exchange(.widgets(.reload(kind: kind))) else { throw .unexpectedReply }
  }

  /// The kinds and families of this app's widgets that are shown now. For apps in sandboxes.
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

  package func follow(_ following: WidgetFollowing) throws(BrokerClientError) -> WidgetNews {
    guard case .widgets(.changes(let news)) = try exchange(.widgets(.follow(following))) else {
      throw .unexpectedReply
    }
    return news
  }
}
