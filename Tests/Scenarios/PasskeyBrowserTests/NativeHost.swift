// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import EventualConditions
import Foundation
import JSONCoding
import RunningInstance
import Testing
import WebAuthn

/// `bailey-browser`, started as a browser starts it, and a site that the extension would ask it for.
final class NativeHost {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var last = 0
  let site: String

  init(_ instance: RunningInstance, site: String = "example.org", program: String? = nil) throws {
    self.site = site
    process.executableURL = try program.map { URL(filePath: $0) } ?? Program.locate("bailey-browser")
    process.environment = ProcessInfo.processInfo.environment.merging(instance.variables) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var number: Int32 { process.processIdentifier }

  func send(_ message: JSONValue) throws {
    let text = Array(message.text.utf8)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    try input.fileHandleForWriting.write(contentsOf: Data(head + text))
  }

  /// The next message; waits for one.
  func receive() throws -> FormReader {
    let head = try #require(try output.fileHandleForReading.read(upToCount: 4))
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    let body = try #require(try output.fileHandleForReading.read(upToCount: count))
    return try FormReader(Array(body), ResponseEnvelope.limits)
  }

  // MARK: - Ceremonies

  static let challenge = [UInt8](repeating: 5, count: 32)
  private var policy: RelyingPartyPolicy {
    var policy = RelyingPartyPolicy(origins: ["https://\(site)"], time: 0)
    policy.userVerification = .required
    return policy
  }

  func creation(of user: String = "ada", excluding excluded: [[UInt8]] = []) -> CreationOptions {
    var options = CreationOptions(
      relyingPartyID: site, relyingPartyName: "A site",
      user: CreationOptions.User(id: Array(user.utf8), name: user, displayName: user), challenge: Self.challenge)
    options.excludedCredentials = excluded.map { CredentialDescriptor(id: $0) }
    return options
  }

  /// The number by which it can be taken back.
  @discardableResult func begin(
    _ kind: String, _ options: JSONValue, at origin: String? = nil, _ other: [String: JSONValue] = [:]
  ) throws -> Int {
    last += 1
    let members: [String: JSONValue] = [
      "id": .number(last), "kind": .string(kind), "origin": .string(origin ?? "https://\(site)"),
      "options": options,
    ]
    try send(.object(members.merging(other) { $1 }.map { JSONValue.Member($0, $1) }))
    return last
  }

  /// As a site keeps it.
  func register(_ user: String = "ada", excluding excluded: [[UInt8]] = []) throws -> CredentialRecord {
    let options = creation(of: user, excluding: excluded)
    try begin("create", options.json)
    let answer = try receive()
    guard let value = answer.value("credential") else { throw NoCredential(members: answer.members) }
    return try #require(RegistrationVerification(options, policy)).verify(RegistrationResponse(value)).record
  }

  func signIn(_ record: CredentialRecord) throws {
    var options = CredentialRequestOptions(relyingPartyID: site, challenge: Self.challenge)
    options.allowedCredentials = [CredentialDescriptor(id: record.id)]
    try begin("get", options.json)
    try verify(receive(), options, record)
  }

  func verify(
    _ answer: FormReader, _ options: CredentialRequestOptions, _ record: CredentialRecord, at origin: String? = nil,
    inside top: String? = nil
  ) throws {
    guard let value = answer.value("credential") else { throw NoCredential(members: answer.members) }
    var policy = policy
    if let origin { policy.origins = [origin] }
    if let top { (policy.framing, policy.topOrigins) = (.allowed, [top]) }
    let verification = try #require(AuthenticationVerification(options, policy, .known(record.userHandle)))
    _ = try verification.verify(AuthenticationResponse(value), stored: record)
  }
}

extension FormReader {
  var error: String? { try? optionalString("error") }
}

/// What came in place of a credential. Thrown and not recorded: a test that waits for an agent to come back asks again.
struct NoCredential: Error {
  let members: [JSONValue.Member]
}
