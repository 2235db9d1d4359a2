// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import SystemCalls
import WidgetPublishing
import WidgetUpdates

/// Answers what is asked about widgets. An app is the one whose sandbox the request came from: it reloads its own extensions'
/// widgets and hears of no others.
struct WidgetsHandler {
  let pictures: PublishedPictures
  let followed: FollowedWidgets
  let surfaces: SurfacesHandler

  func answer(_ request: WidgetsRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    let caller = session.caller
    switch request {
    case .publish(let picture): try publish(picture)
    case .reload(let kind): followed.reload(kind, by: try app(of: caller))
    case .reloadExtension(let reload): followed.add(reload)
    case .shown: return .widgets(.shown(followed.shown(ofApp: try app(of: caller))))
    case .shownExtension(let owner): return .widgets(.shown(followed.shown(ofExtension: owner)))
    case .follow(let following):
      do {
        return .widgets(.changes(try followed.follow(following, caller.process) { caller.isAlive }))
      } catch {
        throw .storage(code: error.code)
      }
    case .surfaces: return surfaces.current
    case .chooseSurfaces(let new, let proof): return try surfaces.change(new, proof, of: caller)
    }
    return .done
  }

  private func app(of caller: VerifiedCaller) throws(BrokerRefusal) -> String {
    guard let app = caller.origin.app?.identifier else { throw .notPermitted }
    return app
  }

  private func publish(_ picture: PublishedPicture) throws(BrokerRefusal) {
    do {
      try pictures.publish(picture)
    } catch {
      switch error {
      case .stateChanged: throw .stateChanged
      case .tooMany: throw .tooManyRequests
      case .file(let error): throw .file(code: error.code)
      }
    }
  }
}
