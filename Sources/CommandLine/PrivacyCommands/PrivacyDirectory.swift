// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import AppNames
import BrokerClient
import ConsentModel
import InstanceAccess

/// Whom answers can be for: installed apps, programs, and those that are gone and have answers still.
struct PrivacyDirectory {
  private let apps: AppDirectory
  let rows: [ConsentListing]
  let enforcement: EnforcementTable

  /// `others` are remembered for another reason.
  init(_ client: BrokerClient, remembering others: [NamedApp] = []) throws(CommandFailure) {
    do { rows = try client.consents() } catch { throw .broker(error) }
    apps = try AppDirectory(withProgramsOf: client, remembering: rows.map(NamedApp.init(of:)) + others)
    enforcement = EnforcementTable(apps.installed)
  }

  /// An app that is installed, or of which decisions are kept.
  func app(_ word: String) throws(CommandFailure) -> ConsentClient.Key { try apps.app(word).key }

  /// An app that is installed: a grant to it applies to its present code.
  func presentApp(_ word: String) throws(CommandFailure) -> ConsentClient.Key {
    let app = try apps.app(word)
    if let absence = app.absence { throw .app(absence) }
    return app.key
  }

  /// Also one that is not there yet: a refusal counts for whoever bears the identifier. Where it is not, says why.
  func refusedApp(_ word: String) throws(CommandFailure) -> (key: ConsentClient.Key, absence: AppNameError?) {
    let app: NamedApp
    do { app = try apps.app(word) } catch {
      guard case .app(let absence) = error else { throw error }
      switch absence {
      case .notInstalled(let identifier, _): return (ConsentClient.Key(kind: .bundle, identifier: identifier), absence)
      case .missing(let path): return (ConsentClient.Key(kind: .path, identifier: path), absence)
      default: throw error
      }
    }
    return (app.key, app.absence)
  }
}

extension NamedApp {
  fileprivate init(of row: ConsentListing) {
    switch row.client.kind {
    case .bundle: self.init(gone: row.client.identifier, name: row.name)
    case .path: self.init(program: row.client.identifier)
    }
  }

  fileprivate var absence: AppNameError? {
    guard presence == .gone else { return nil }
    return kind == .bundle ? .notInstalled(identifier, among: []) : .missing(path: identifier)
  }

  fileprivate var key: ConsentClient.Key {
    ConsentClient.Key(kind: kind == .bundle ? .bundle : .path, identifier: identifier)
  }
}
