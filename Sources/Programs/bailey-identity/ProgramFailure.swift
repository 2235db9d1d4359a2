// SPDX-License-Identifier: Apache-2.0
import IdentityCommandLine
import IdentityServer
import IdentityService
import SystemCalls

/// Why a command of `bailey-identity` was not carried out.
enum ProgramFailure: Error {
  case home(IdentityHome.Failure, String)
  case server(IdentityServer.Failure, String)
  case particular(String)

  /// The failure of a backup, about its file, or the provider's folder.
  static func backup(_ failure: IdentityHome.Failure, _ file: String, _ folder: String) -> ProgramFailure {
    switch failure {
    case .system(let error): .particular("\(file), or \(folder): \(error.reason).")
    case .backup(.notBackup), .backup(.wrongPassphrase), .backup(.damaged): .home(failure, file)
    default: .home(failure, folder)
    }
  }

  static func move(_ failure: IdentityHome.Failure, _ folder: String) -> ProgramFailure {
    failure == .inUse
      ? .particular("the provider in \(folder) serves. Nothing was moved.\nTry: end bailey-identity serve first")
      : .home(failure, folder)
  }

  static func system<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(ProgramFailure) -> Result {
    do { return try body() } catch { throw .particular("\(error).") }
  }

  var sentence: String {
    switch self {
    case .particular(let sentence): sentence
    case .home(let failure, let path): Self.sentence(failure, path)
    case .server(.home(.thereAlready), let path):
      "there is a provider in \(path) already, and one for tests starts from nothing.\nTry: another --folder, or remove that one"
    case .server(.home(let failure), let path): Self.sentence(failure, path)
    case .server(.port(let port, let error), let path):
      "port \(port) cannot be had: \(error.reason).\nTry: another \"port\" in \(path)/settings.json, or for development another --port"
    case .server(.noThreads, _): "there is no memory, thread or descriptor left."
    case .server(.administration(let error), _): "the socket for administration cannot be made: \(error.reason)."
    }
  }

  private static func sentence(_ failure: IdentityHome.Failure, _ path: String) -> String {
    switch failure {
    case .nothingThere: "there is no provider in \(path).\nTry: bailey-identity init --issuer URL --name NAME"
    case .thereAlready: "there is a provider in \(path) already.\nTry: bailey-identity serve, or --home for another one"
    case .settings(let defect): "\(path)/settings.json: \(sentence(defect))"
    case .system(let error): "\(path): \(error.reason)."
    case .database(let error): "\(path)/identity.db cannot be opened: \(error)."
    case .refusedServer(let refusal): refusal.sentence
    case .databaseServer(let error): error.sentence
    case .databaseOfAnother: "the database has a provider already: copy root.key of a server of it to \(path) first."
    case .rootKey(let error): "\(path)/root.key is no root key that can be used: \(error)."
    case .keys(.notOurs(let id)): "the signing key \(id) was sealed by another root key than \(path)/root.key."
    case .keys: "the signing keys cannot be read or made."
    case .inUse: "another process has the provider in \(path), and does not answer."
    case .notServing: "the provider in \(path) does not serve.\nTry: bailey-identity serve"
    case .refused(let refusal): refusal.sentence
    case .backup(.notBackup): "\(path) is no backup of this program."
    case .backup(.wrongPassphrase): "that passphrase does not open \(path)."
    case .backup(.damaged): "\(path) is damaged or was cut off; nothing was made of it."
    case .backup(.notEmpty): "there is something in \(path) already; nothing was changed."
    case .backup(.databaseNotEmpty):
      "the database has rows already, of a provider or of a restoration that was not finished; nothing was changed.\nTry: dropdb and createdb, if nobody needs them, or another database"
    case .movedBefore(let words): "the provider’s rows are in ‘\(words)’ already."
    case .backup(.crypto(let error)): "the key cannot be derived: \(error)."
    }
  }

  private static func sentence(_ defect: SettingsFile.Defect) -> String {
    switch defect {
    case .notJSON(let error): "no JSON: \(error)."
    case .notObject: "no JSON object."
    case .unknownMember(let name): "there is no setting ‘\(name)’."
    case .member(let name): "‘\(name)’ is missing, or is not what it must be."
    case .database(let defect): "‘database’: \(defect.sentence)"
    case .address(.notAnAddress):
      "issuer and address are written like https://id.example.org, in small letters, without a path."
    case .address(.notHTTPS): "an address that others reach is https."
    case .address(.foreignIssuer):
      "another issuer than the provider’s own address is for this machine alone: the address must be http://127.0.0.1:PORT."
    }
  }
}
