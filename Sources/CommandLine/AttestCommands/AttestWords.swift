// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import InstanceAccess

/// The actions of `bailey attest`.
package enum AttestAction: Sendable, Equatable {
  case verify(file: String, OutputForm)
  case makeIssuer(folder: String)
  case attest(folder: String, AttestRequest)
  case assert(folder: String, keyID: String, clientDataHash: String)
  /// The name of a TPM in an organisation's list.
  case machineKey(tpm: String)
  case enrol(folder: String, MachineEnrolmentRequest)
  /// Attests a key by the issuer that the machine in the folder is enrolled with.
  case attestByServer(folder: String, AttestRequest)
  /// The refusals of one app, or of all.
  case doctor(app: String?, OutputForm)
  case list(OutputForm)
  case reset(app: String)
  case root
  case enrolInstance(InstanceEnrolmentRequest)
  case leaveIssuer
}

/// The request for an attestation, as it was typed.
package struct AttestRequest: Sendable, Equatable {
  package let appID: String
  /// Base64.
  package let clientDataHash: String
  package let category: Int
  package let bundleVersion: String
}

/// The request to enrol this machine, as it was typed.
package struct MachineEnrolmentRequest: Sendable, Equatable {
  package let server: String
  package let tpm: String
  /// The files of the endorsement key's certificate, and of those by which the server is trusted.
  package let certificate: String?
  package let authorities: String?
}

/// The request to enrol this instance, as it was typed.
package struct InstanceEnrolmentRequest: Sendable, Equatable {
  package let server: String
  package let certificate: String?
  package let authorities: String?
}

/// The words of `bailey attest`, for any program's own type of action.
package struct AttestWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (AttestAction) -> Action

  package init(as wrap: @escaping @Sendable (AttestAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "attest", "App Attest: an app proves to its own server that it is that app.",
      [doctor, list, reset, root, enrolInstance, leaveIssuer, verify, issuer, machine])
  }

  private var doctor: Command<Action> {
    Command(
      "doctor", "Say why an app cannot attest, and what to do.",
      details: [
        "Without APP, everything that was refused since Bailey started is explained, also to programs "
          + "that are no apps. Ends with 0 where nothing is wrong, else with 1."
      ], options: [json], positionals: [knownApp]
    ) { wrap(.doctor(app: $0.value(of: knownApp), $0.has(json) ? .json : .text)) }
  }

  private var list: Command<Action> {
    Command("list", "List the keys with which apps prove to their servers that they are those apps.", options: [json]) {
      wrap(.list($0.has(json) ? .json : .text))
    }
  }

  private var reset: Command<Action> {
    Command(
      "reset", "Remove an app's keys. It makes new ones when it needs them, and its server has to take those.",
      positionals: [resetApp]
    ) { wrap(.reset(app: $0.value(of: resetApp) ?? "")) }
  }

  private var root: Command<Action> {
    Command(
      "root", "Print the root certificate under which apps on this machine attest.",
      details: [
        "A server that knows it accepts apps from this machine while they are developed: everything is of the development "
          + "environment, and the certificates say 'software'. Of an instance that is enrolled it is the issuer's root."
      ]
    ) { _ in wrap(.root) }
  }

  private var enrolInstance: Command<Action> {
    Command(
      "enroll", "Have an organisation's issuer vouch for the keys of apps, instead of this instance.",
      details: [
        "The issuer is 'bailey-identity'. It knows this machine by the TPM that has the root key: instances whose root key is a "
          + "file cannot enrol. Bailey asks it by a process of its own, which reaches nothing else."
      ], options: [server, certificate, authorities]
    ) {
      wrap(
        .enrolInstance(
          InstanceEnrolmentRequest(
            server: $0.value(of: server) ?? "", certificate: $0.value(of: certificate),
            authorities: $0.value(of: authorities))))
    }
  }

  private var leaveIssuer: Command<Action> {
    Command("leave", "Have this instance vouch for the keys of apps again.") { _ in wrap(.leaveIssuer) }
  }

  private var verify: Command<Action> {
    Command(
      "verify", "Say whether a server should accept an attestation or an assertion, and if not, why.",
      details: [
        "FILE is JSON: 'attestation' with 'keyId', or 'assertion' with 'stored', the key that an attestation printed; both "
          + "with 'clientDataHash', 'appId' and 'environment' (production or development), all bytes in base64; for an "
          + "attestation 'anchors' (certificates, PEM or base64); 'time' (seconds since 1970; else now); and 'policy' with "
          + "'categories', 'bundleVersions', 'codeHashes', 'allowUnstated', 'bases', 'accessControl', 'receiptAnchors'. '-' is "
          + "standard input.",
        "Ends with 0 where it is accepted, 1 where it is refused, with every reason, and 2 where the file cannot be read or is not "
          + "understood. Nothing is sent anywhere, and Bailey need not run.",
      ], options: [json], positionals: [file]
    ) { wrap(.verify(file: $0.value(of: file) ?? "", $0.has(json) ? .json : .text)) }
  }

  private var issuer: Command<Action> {
    Command(
      group: "issuer", "Attestations to develop a server with, under a root of your own.",
      details: [
        "Everything lies in FOLDER, which only you can read: whoever has its files can attest as any app. So it makes nothing but "
          + "attestations of the development environment, and its certificates say 'software': a policy has to allow that "
          + "by 'bases'."
      ], [initialize, attest, assert])
  }

  private var initialize: Command<Action> {
    Command(
      "init", "Make an issuer. Prints its root certificate, which is in FOLDER/root.pem too.",
      details: ["The root's key is forgotten when its certificates are made."], positionals: [folder]
    ) { wrap(.makeIssuer(folder: $0.value(of: folder) ?? "")) }
  }

  private var attest: Command<Action> {
    Command(
      "attest", "Make a key for an app, and attest it. Prints JSON, as 'bailey attest verify' reads it.",
      options: [app, clientDataHash, category, bundleVersion], positionals: [folder]
    ) { wrap(.attest(folder: $0.value(of: folder) ?? "", Self.request($0))) }
  }

  private static func request(_ found: Arguments) -> AttestRequest {
    AttestRequest(
      appID: found.value(of: app) ?? "", clientDataHash: found.value(of: clientDataHash) ?? "",
      category: found.number(of: category) ?? developerCategory,
      bundleVersion: found.value(of: bundleVersion) ?? "1")
  }

  private var assert: Command<Action> {
    Command(
      "assert", "Sign a request with a key that was attested, and raise its counter. Prints JSON.",
      options: [key, clientDataHash], positionals: [folder]
    ) {
      wrap(
        .assert(
          folder: $0.value(of: folder) ?? "", keyID: $0.value(of: key) ?? "",
          clientDataHash: $0.value(of: clientDataHash) ?? ""))
    }
  }

  private var machine: Command<Action> {
    Command(
      group: "machine", "Attestations by an organisation's issuer, which knows this machine by its TPM.",
      details: [
        "The issuer is 'bailey-identity'. A key that these commands make lies in FOLDER, so that its certificate says "
          + "'software' and is of the development environment."
      ], [machineKey, enrol, attestByServer, assert])
  }

  private var machineKey: Command<Action> {
    Command(
      "key", "Print what an organisation's list knows this machine by: the SHA-256 of its TPM's endorsement key.",
      options: [tpm]
    ) { wrap(.machineKey(tpm: $0.value(of: tpm) ?? Self.usualTPM)) }
  }

  private var enrol: Command<Action> {
    Command(
      "enroll",
      "Enrol this machine with an issuer: its TPM proves that it is the one. FOLDER keeps what is needed later.",
      options: [server, tpm, certificate, authorities], positionals: [machineFolder]
    ) {
      wrap(
        .enrol(
          folder: $0.value(of: machineFolder) ?? "",
          MachineEnrolmentRequest(
            server: $0.value(of: server) ?? "", tpm: $0.value(of: tpm) ?? Self.usualTPM,
            certificate: $0.value(of: certificate), authorities: $0.value(of: authorities))))
    }
  }

  private var attestByServer: Command<Action> {
    Command(
      "attest",
      "Make a key for an app, and have the issuer attest it. Prints JSON, as 'bailey attest verify' reads it.",
      options: [app, clientDataHash, category, bundleVersion], positionals: [machineFolder]
    ) { wrap(.attestByServer(folder: $0.value(of: machineFolder) ?? "", Self.request($0))) }
  }

  private static var usualTPM: String { "device:/dev/tpmrm0" }

  /// Signed with a developer's certificate (CS_VALIDATION_CATEGORY_DEVELOPER_ID).
  private static var developerCategory: Int { 6 }
}

private let knownApp = Positional(appWord, "An installed app.", .optional)
private let resetApp = Positional(appWord, "An app's bundle identifier, or its application identifier.")
private let json = Option("json", "Print JSON, for scripts.")
private let file = Positional(Value("FILE", .file), "What was received, and what is expected.")
private let folder = Positional(Value("FOLDER", .folder), "Where the issuer is.")
private let app = Option("app", "The App ID: TEAM.bundle.identifier.", value: Value("APPID"), need: .required)
private let clientDataHash = Option(
  "client-data-hash", "What the app gives to be attested or signed: 16 bytes or more, in base64.",
  value: Value("BASE64"), need: .required)
private let category = Option(
  "category", "How the app is signed; else 6, with a developer's certificate.", value: Value("NUMBER", .number(0...10)))
private let bundleVersion = Option("bundle-version", "The app's CFBundleVersion; else 1.", value: Value("VERSION"))
private let key = Option("key", "The key's identifier, as it was printed.", value: Value("ID"), need: .required)
private let machineFolder = Positional(Value("FOLDER", .folder), "Where the machine's enrolment is.")
private let server = Option(
  "server", "The issuer's address, as https://id.example.org.", value: Value("URL"), need: .required)
private let tpm = Option("tpm", "The TPM, as a TCTI; else device:/dev/tpmrm0.", value: Value("TCTI"))
private let certificate = Option(
  "endorsement-certificate", "The certificate of the TPM's endorsement key, on P-256 or of RSA; else those in the TPM.",
  value: Value("FILE", .file))
private let authorities = Option(
  "authorities", "Certificates by which the issuer's server is trusted; else the system's.", value: Value("FILE", .file)
)
