// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import Files
import Glibc
import IdentityDatabase
package import IdentityModel
package import IdentityService
package import JSONCoding
import PasskeyDatabase
package import PostgreSQLDatabase
package import RootKey
package import SQLStatements
package import SQLiteDatabase
import SecretMemory
package import SystemCalls

/// The folder of a provider: its settings, its root key and its database, for its user alone.
package struct IdentityHome: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  static let settingsFile = "settings.json"
  static let rootKeyFile = "root.key"
  static let databaseFile = "identity.db"

  package enum Failure: Error, Equatable, Sendable {
    /// There is no provider in this folder.
    case nothingThere
    case thereAlready
    case settings(SettingsFile.Defect)
    case system(SystemError)
    case database(DatabaseOpeningError)
    /// The server is not even asked, because of who could answer or read the password.
    case refusedServer(PostgreSQLRefusal)
    /// PostgreSQL does not let this provider in, or its tables are not there and cannot be made.
    case databaseServer(SQLError)
    /// The database is that of a provider whose root key is not here.
    case databaseOfAnother
    case rootKey(RootKeyError)
    case keys(SigningKeyRing.Failure)
    /// Another process serves it, or administers it, now.
    case inUse
    case notServing
    case refused(AdministrativeRefusal)
    case backup(BackupFailure)
    /// Its rows are in this PostgreSQL database already.
    case movedBefore(String)
  }

  // MARK: - Making one

  /// The same, with the words of a PostgreSQL database; nil for a file of the folder.
  package func create(_ settings: IdentitySettings, port: UInt16, database: String?) throws(Failure) {
    let place: PostgreSQLPlace?
    do throws(PostgreSQLPlace.Defect) { place = try database.map(PostgreSQLPlace.init) } catch {
      throw .settings(.database(error))
    }
    try create(SettingsFile(settings, port: port, database: place))
  }

  /// Makes the folder, the root key, the database and the first key to sign with.
  package func create(_ settings: SettingsFile) throws(Failure) {
    if let defect = settings.settings.defect { throw .settings(.address(defect)) }
    do throws(SystemError) {
      try FileDescriptor.makeFolders(path, mode: 0o700)
      let folder = try openFolder()
      if (try? folder.status(of: Self.settingsFile)) != nil { throw SystemError(.open, code: EEXIST) }
    } catch {
      throw error.code == EEXIST ? .thereAlready : .system(error)
    }
    let database = try openDatabase(settings)
    if settings.database != nil { try requireOwnKeys(in: database) }
    _ = try keyRing(database, .getsNewKey)
    // Last: where something failed before, or the process ended, there are none, and this can be done again.
    do throws(SystemError) {
      let file = try NewFile(path + "/" + Self.settingsFile)
      try file.append(settings.bytes)
      try file.finish()
    } catch {
      throw error.code == EEXIST ? .thereAlready : .system(error)
    }
  }

  /// A second server of the same provider has the first one's root key, or it could neither sign nor read a form of its.
  private func requireOwnKeys(in database: IdentityDatabase) throws(Failure) {
    do throws(IdentityStoreError) {
      if try database.signingKeys().isEmpty { return }
    } catch { throw .refused(AdministrativeRefusal(error)) }
    guard (try? openFolder().status(of: Self.rootKeyFile)) != nil else { throw .databaseOfAnother }
  }

  package func settings() throws(Failure) -> SettingsFile {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor.open(path + "/" + Self.settingsFile, O_RDONLY).readToEnd(
        atMost: SettingsFile.largest + 1)
    } catch {
      throw error.code == ENOENT ? .nothingThere : .system(error)
    }
    do { return try SettingsFile(bytes) } catch { throw .settings(error) }
  }

  // MARK: - What is in it

  func openFolder() throws(SystemError) -> FileDescriptor { try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) }

  /// The database in use.
  func openDatabase(_ settings: SettingsFile) throws(Failure) -> IdentityDatabase {
    if let place = settings.database { return try use(place) }
    let file = try openFile()
    // Whoever had the file until now may have moved its rows since the settings were read.
    guard let place = try? self.settings().database else { return file }
    return try use(place)
  }

  private func use(_ place: PostgreSQLPlace) throws(Failure) -> IdentityDatabase {
    let database = try connect(place)
    do throws(IdentityStoreError) { try database.finishCopies() } catch {
      // A newer version's is refused by whatever is asked of it.
      if error != .newer { throw .refused(AdministrativeRefusal(error)) }
    }
    return database
  }

  func connect(_ place: PostgreSQLPlace) throws(Failure) -> IdentityDatabase {
    let database: PostgreSQLDatabase
    do { database = try PostgreSQLDatabase(place, connections: IdentityServer.threads) } catch {
      throw .refusedServer(error)
    }
    do { return try IdentityDatabase(in: database) } catch { throw .databaseServer(error) }
  }

  /// Whether there is a provider in the folder, or one for development was.
  var holdsProvider: Bool {
    guard let folder = try? openFolder() else { return false }
    return [Self.settingsFile, Self.databaseFile].contains { (try? folder.status(of: $0)) != nil }
  }

  /// The database that is a file of the folder.
  func openFile() throws(Failure) -> IdentityDatabase {
    do throws(DatabaseOpeningError) {
      return try IdentityDatabase(path + "/" + Self.databaseFile)
    } catch {
      throw error == .inUse ? .inUse : .database(error)
    }
  }

  static func passkeys(in database: IdentityDatabase) throws(Failure) -> PasskeyDatabase {
    do { return try database.passkeys() } catch { throw .refused(AdministrativeRefusal(error)) }
  }

  /// The keys to sign with, and those that forms and the secrets of one-time codes are sealed with.
  func keyRing(
    _ store: any IdentityStore, _ blank: BlankFile = .isRefused
  ) throws(Failure) -> (SigningKeyRing, FormSeal, CodeSecrets) {
    let root = try rootKey(blank)
    let key = try Self.key("identity signing keys", of: root)
    let seal = FormSeal(try Self.key("identity forms", of: root))
    let codes = CodeSecrets(try Self.key("identity one-time codes", of: root))
    do throws(SigningKeyRing.Failure) {
      return (try SigningKeyRing(in: store, sealedBy: key, at: WallClock.milliseconds), seal, codes)
    } catch { throw .keys(error) }
  }

  /// What vouches for machines' apps.
  func issuer(_ store: any IdentityStore) throws(Failure) -> AttestationIssuer {
    let key = try Self.key("identity attestation authority", of: try rootKey(.isRefused))
    do throws(SigningKeyRing.Failure) {
      return try AttestationIssuer(in: store, sealedBy: key, at: WallClock.milliseconds)
    } catch { throw .keys(error) }
  }

  private static func key(_ purpose: String, of root: KeyFileRootKey) throws(Failure) -> SecretBytes {
    do { return try root.derive(purpose) } catch { throw .rootKey(error) }
  }

  private func rootKey(_ blank: BlankFile) throws(Failure) -> KeyFileRootKey {
    do { return try KeyFileRootKey(in: try rootKeyFile(blank), blankFile: blank) } catch {
      switch error {
      case let error as RootKeyError: throw .rootKey(error)
      case let error as SystemError: throw .system(error)
      default: throw .nothingThere
      }
    }
  }

  private func rootKeyFile(_ blank: BlankFile) throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_NOFOLLOW | (blank == .getsNewKey ? O_CREAT : 0)
    return try openFolder().open(Self.rootKeyFile, flags, mode: 0o600)
  }

  // MARK: - Administration

  /// Has an administrative request carried out by the provider that runs, or carries it out here where none does.
  package func administer(_ request: AdministrativeRequest) throws(Failure) -> JSONValue {
    let settings: SettingsFile
    do throws(Failure) { settings = try self.settings() } catch {
      guard error == .nothingThere else { throw error }
      // One for development has no settings, and is asked all the same.
      return try ask(request, orElse: .nothingThere)
    }
    if settings.database != nil, let answer = try askIfServing(request) { return answer }
    do throws(Failure) {
      let database = try openDatabase(settings)
      let administration = Administration(
        database, settings.settings.reach, facts: settings.facts(isServing: false), folder: path)
      do throws(AdministrativeRefusal) {
        return try administration.perform(request, at: WallClock.milliseconds)
      } catch { throw Failure.refused(error) }
    } catch .inUse {
      return try ask(request, orElse: .inUse)
    }
  }

  /// The answer of the server that runs for this folder. Nil where there is none: then other servers have the database, or nobody.
  private func askIfServing(_ request: AdministrativeRequest) throws(Failure) -> JSONValue? {
    do throws(Failure) { return try ask(request, orElse: .notServing) } catch {
      guard error == .notServing else { throw error }
      return nil
    }
  }

  private func ask(_ request: AdministrativeRequest, orElse failure: Failure) throws(Failure) -> JSONValue {
    let folder: FileDescriptor
    do { folder = try openFolder() } catch { throw failure == .nothingThere ? failure : .system(error) }
    do throws(AdministrationSocket.Failure) {
      return try AdministrationSocket.ask(request, in: folder)
    } catch {
      switch error {
      case .refused(let refusal): throw .refused(refusal)
      case .system: throw failure
      }
    }
  }
}
