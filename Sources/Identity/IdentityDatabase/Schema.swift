// SPDX-License-Identifier: Apache-2.0

/// The tables. Times are milliseconds since 1970; codes, tokens and sessions are there as digests alone.
enum Schema {
  static var version: Int64 { Int64(steps.count) }

  /// What each version adds to the one before it. A step that was released is never changed.
  static let steps = [first, passkeys, codes, notifications, turns, machines, devices, copies, formerKeys]

  private static let passkeys = [
    "CREATE TABLE passkey_handles(account INTEGER PRIMARY KEY, handle BLOB NOT NULL UNIQUE) STRICT"
  ]

  private static let codes = [
    """
    CREATE TABLE code_secrets(account INTEGER PRIMARY KEY, sealed BLOB NOT NULL, last_step INTEGER NOT NULL) STRICT
    """
  ]

  private static let notifications = [
    "ALTER TABLE consents ADD COLUMN team TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE consents ADD COLUMN name TEXT NOT NULL DEFAULT ''",
    """
    UPDATE consents SET team=COALESCE((SELECT team FROM clients WHERE id=primary_app), ''),
      name=COALESCE((SELECT name FROM clients WHERE id=primary_app), '')
    """,
    "ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX sessions_by_account ON sessions(account)",
    "CREATE TABLE endpoints(primary_app TEXT PRIMARY KEY, address TEXT NOT NULL) STRICT",
    """
    CREATE TABLE outbox(id TEXT PRIMARY KEY, primary_app TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
      events TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, state INTEGER NOT NULL,
      tries INTEGER NOT NULL, next_at INTEGER NOT NULL, decided_at INTEGER NOT NULL, done_at INTEGER,
      status INTEGER, failure TEXT, holder TEXT, leased_at INTEGER NOT NULL DEFAULT 0,
      lease_end INTEGER NOT NULL DEFAULT 0) STRICT
    """,
    "CREATE INDEX outbox_by_time ON outbox(state, next_at)",
  ]

  private static let turns = ["CREATE INDEX outbox_by_app ON outbox(primary_app, leased_at)"]

  /// The name of a copy that is not in use yet, and the indexes by which a team's clients and an app's keys are found.
  private static let copies = [
    "CREATE TABLE \(unfinishedCopies)(id TEXT PRIMARY KEY) STRICT", "CREATE INDEX clients_by_team ON clients(team)",
    "CREATE INDEX app_keys_by_app ON app_keys(primary_app)",
  ]
  static let unfinishedCopies = "unfinished_copies"

  /// The keys that spoke for a machine before its own, until that one speaks.
  private static let formerKeys = [
    """
    CREATE TABLE former_keys(machine TEXT NOT NULL, area BLOB NOT NULL, replaced_at INTEGER NOT NULL,
      PRIMARY KEY(machine, area)) STRICT
    """
  ]

  private static let machines = [
    """
    CREATE TABLE machines(id TEXT PRIMARY KEY, name TEXT NOT NULL, endorsement BLOB NOT NULL UNIQUE,
      attestation_key BLOB, enrolled_at INTEGER, revoked_at INTEGER) STRICT
    """,
    "CREATE TABLE endorsement_authorities(id TEXT PRIMARY KEY, certificate BLOB NOT NULL) STRICT",
    """
    CREATE TABLE enrolments(id TEXT PRIMARY KEY, endorsement BLOB NOT NULL, attestation_key BLOB NOT NULL,
      secret_hash BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT
    """,
    """
    CREATE TABLE issued_keys(id BLOB PRIMARY KEY, machine TEXT NOT NULL, app_id TEXT NOT NULL, request BLOB NOT NULL,
      issued_at INTEGER NOT NULL) STRICT
    """,
    "CREATE INDEX issued_keys_by_machine ON issued_keys(machine, issued_at)",
    """
    CREATE TABLE attestation_authority(number INTEGER PRIMARY KEY CHECK(number=1), root BLOB NOT NULL,
      intermediate BLOB NOT NULL, receipt_signer BLOB NOT NULL, sealed_key BLOB NOT NULL,
      sealed_receipt_key BLOB NOT NULL) STRICT
    """,
  ]

  private static let first = [
    "CREATE TABLE teams(id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
    """
    CREATE TABLE clients(id TEXT PRIMARY KEY, kind TEXT NOT NULL, primary_app TEXT NOT NULL, team TEXT NOT NULL,
      name TEXT NOT NULL, stage TEXT NOT NULL) STRICT
    """,
    """
    CREATE TABLE app_keys(id TEXT PRIMARY KEY, primary_app TEXT NOT NULL, point BLOB NOT NULL, revoked_at INTEGER) STRICT
    """,
    "CREATE TABLE redirects(client TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY(client, address)) STRICT",
    """
    CREATE TABLE accounts(id INTEGER PRIMARY KEY AUTOINCREMENT, mail TEXT NOT NULL UNIQUE, given TEXT NOT NULL,
      family TEXT NOT NULL, password BLOB NOT NULL) STRICT
    """,
    """
    CREATE TABLE subjects(team TEXT NOT NULL, account INTEGER NOT NULL, subject TEXT NOT NULL UNIQUE,
      PRIMARY KEY(team, account)) STRICT
    """,
    """
    CREATE TABLE sessions(digest BLOB PRIMARY KEY, account INTEGER NOT NULL, signed_in_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL) STRICT
    """,
    "CREATE TABLE tries(key BLOB PRIMARY KEY, failures INTEGER NOT NULL, next_at INTEGER NOT NULL) STRICT",
    """
    CREATE TABLE consents(primary_app TEXT NOT NULL, account INTEGER NOT NULL, granted_at INTEGER NOT NULL,
      shares_name INTEGER NOT NULL, shares_mail INTEGER NOT NULL, PRIMARY KEY(primary_app, account)) STRICT
    """,
    """
    CREATE TABLE codes(digest BLOB PRIMARY KEY, client TEXT NOT NULL, primary_app TEXT NOT NULL,
      account INTEGER NOT NULL, redirect_uri TEXT NOT NULL, nonce TEXT, shares_name INTEGER NOT NULL,
      shares_mail INTEGER NOT NULL, signed_in_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      family BLOB NOT NULL, used_at INTEGER, burnt_at INTEGER) STRICT
    """,
    """
    CREATE TABLE tokens(digest BLOB PRIMARY KEY, kind INTEGER NOT NULL, client TEXT NOT NULL,
      primary_app TEXT NOT NULL, account INTEGER NOT NULL, family BLOB NOT NULL, shares_mail INTEGER NOT NULL,
      signed_in_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER,
      last_day INTEGER NOT NULL DEFAULT 0) STRICT
    """,
    "CREATE INDEX tokens_by_family ON tokens(family)",
    "CREATE INDEX tokens_by_account ON tokens(account, primary_app)",
    "CREATE INDEX codes_by_family ON codes(family)",
    "CREATE INDEX codes_by_account ON codes(account, primary_app)",
    "CREATE TABLE signing_keys(id TEXT PRIMARY KEY, sealed BLOB NOT NULL, not_before INTEGER NOT NULL) STRICT",
    """
    CREATE TABLE requests(number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, at INTEGER NOT NULL,
      record TEXT NOT NULL) STRICT
    """,
    "CREATE INDEX requests_by_id ON requests(id)",
  ]
}
