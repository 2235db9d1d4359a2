// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import CallerIdentity
import ConsentAuthority
import ConsentModel
import CryptoPrimitives
import Glibc
import LinuxSystem
import PromptModel

/// Which app asks for consent, and which apps there are: by what is installed and by what runs, never by what is said.
struct KnownApps {
  /// The app that is installed under an identifier.
  let bundle: @Sendable (String) -> KnownBundle?
  let files: ProgramFiles
  let registration: @Sendable ([UInt8]) -> AppRegistration?

  /// Whether an app of which there is an answer is there.
  enum Presence: Equatable {
    case gone
    /// It is there, and its code must be this.
    case other([UInt8])
    /// Its file cannot be read.
    case unknown
  }

  // MARK: - Who asks

  /// Nil for a program that cannot be told from others.
  func subject(of session: BrokerSession) -> ConsentSubject? {
    let caller = session.caller
    switch caller.origin {
    case .launched(let app):
      guard let bundle = bundle(app.identifier) else { return nil }
      return ConsentSubject(
        bundle.client, name: bundle.name, hold: .enforced, entitlements: app.entitlements, purposes: bundle.purposes,
        instance: ProcessInstance(running: caller.process),
        process: caller.process, isAlive: { caller.isAlive })
    case .shared:
      guard let program = caller.program else { return nil }
      let path = String(decoding: program.path, as: UTF8.self)
      guard program.place != .elsewhere,
        let client = ConsentClient(.path, path, requirement: SHA256.hash(program.digest.span))
      else { return nil }
      let registered = session.identity.tier == .registered ? registration(program.path) : nil
      return ConsentSubject(
        client, name: path, hold: .advisory, entitlements: registered?.entitlements ?? Entitlements(), purposes: [:],
        instance: ProcessInstance(running: caller.process), process: caller.process, isAlive: { caller.isAlive })
    }
  }

  // MARK: - Which there are

  func client(_ key: ConsentClient.Key) -> (client: ConsentClient, name: String)? {
    switch key.kind {
    case .bundle:
      return bundle(key.identifier).map { ($0.client, String($0.name.prefix(64))) }
    case .path:
      guard let program = try? files.file(at: key.identifier),
        let client = ConsentClient(.path, key.identifier, requirement: SHA256.hash(program.digest.span))
      else { return nil }
      return (client, String(key.identifier.suffix(64)))
    }
  }

  func presence(of key: ConsentClient.Key) -> Presence {
    switch key.kind {
    case .bundle:
      return bundle(key.identifier).map { .other($0.client.requirement) } ?? .gone
    case .path:
      do throws(SystemError) {
        _ = try FileDescriptor.open(key.identifier, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      } catch {
        return error.code == ENOENT || error.code == ENOTDIR ? .gone : .unknown
      }
      return client(key).map { .other($0.client.requirement) } ?? .unknown
    }
  }

  /// Whether the process that something was allowed to once still runs.
  func runs(_ instance: ProcessInstance) -> Bool { ProcessInstance(running: instance.process) == instance }
}

/// An app that is installed, as far as it matters here.
struct KnownBundle: Sendable {
  let client: ConsentClient
  let name: String
  /// Of its `Info.plist`.
  let purposes: [String: String]
}

extension ProcessInstance {
  /// Nil where there is no such process.
  init?(running process: Int32) {
    guard let ticks = try? ProcessStart.ticks(of: process), let boot = try? ProcessStart.boot() else { return nil }
    self.init(process: process, began: ticks, boot: boot)
  }
}
