// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import IdentityCommandLine
import IdentityServer
import IdentityService
import OwnProcess
import SignInRules
import SystemCalls
import TerminalConsole

/// A provider for tests, as long as this process runs.
struct Development {
  private let options: DevelopmentOptions
  private let console: Console

  init(_ options: DevelopmentOptions, _ console: Console) { (self.options, self.console) = (options, console) }

  func run() throws(ProgramFailure) {
    let named = options.folder.map { $0.hasPrefix("/") ? $0 : Environment.currentDirectory + "/" + $0 }
    let folder = named ?? "/tmp/bailey-identity-\(Environment.processNumber)-\(UInt32.random(in: 0 ... .max))"
    let stops = try ProgramFailure.system { () throws(SystemError) in
      try FileDescriptor.makeFolders(folder, mode: 0o700)
      return try SignalDescriptor([SIGINT, SIGTERM])
    }
    defer { if named == nil { DevelopmentProvider.remove(folder) } }
    var provider = DevelopmentProvider()
    (provider.port, provider.issuer) = (options.port, options.issuer)
    (provider.redirects, provider.host) = (options.redirects, options.host)
    provider.claimForm = options.claims == .booleans ? .booleans : .strings
    (provider.endpoint, provider.endpointAuthorities) = (options.endpoint, options.authorities)
    if let endpoint = options.endpoint, let defect = EndpointRules.defect(of: endpoint, .development) {
      throw .particular("\(endpoint) cannot be told: \(defect.rawValue).")
    }
    let (server, facts) = try started(provider, folder)
    console.print(facts)
    _ = try ProgramFailure.system { () throws(SystemError) in try Poll.readable([stops.descriptor.raw]) }
    server.stop()
  }

  private func started(
    _ provider: DevelopmentProvider, _ folder: String
  ) throws(ProgramFailure) -> DevelopmentProvider.Started {
    do { return try provider.start(in: folder) } catch { throw .server(error, folder) }
  }
}
