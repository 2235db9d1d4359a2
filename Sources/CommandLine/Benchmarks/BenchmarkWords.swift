// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The words of `bailey bench`.
package enum BenchmarkWords {
  package static let command = bench
}

private let json = Option("json", "Print JSON, for scripts.")
private let checkTargets = Option("check", "Fail where a target is missed.")
private let benchmarkMedium = Option(
  "on", "Measure there only.", value: Value("PLACE", .choice(FileBenchmarkOptions.Medium.allCases.map(\.rawValue))))
private let benchmarkPart = Option(
  "only", "Measure that part only: one large file, random access, a source tree, or many small files.",
  value: Value("PART", .choice(FileBenchmarkOptions.Part.allCases.map(\.rawValue))))

private let benchmarkPython = Option(
  "python", "The Python that has pyattest; else /usr/bin/python3.", value: Value("PROGRAM", .file))

private let bench = Command<BenchmarkAction>(
  group: "bench", "Measure how fast Bailey is on this machine.",
  [
    Command(
      "files", "Measure files.",
      details: ["Against gocryptfs and securefs, where they are installed, and the plain folder."],
      options: [json, checkTargets, benchmarkMedium, benchmarkPart]
    ) { found in
      .files(
        FileBenchmarkOptions(
          medium: found.value(of: benchmarkMedium).flatMap { FileBenchmarkOptions.Medium(rawValue: $0) },
          part: found.value(of: benchmarkPart).flatMap { FileBenchmarkOptions.Part(rawValue: $0) }),
        verdict(found), form(found))
    },
    Command(
      "keychain", "Measure the keychain.",
      details: ["Against gnome-keyring, where it is installed, with 10 to 10,000 items, and openssl."],
      options: [json, checkTargets]
    ) { .keychain(verdict($0), form($0)) },
    Command(
      "secrets", "Measure the Secret Service.",
      details: ["Through libsecret, against gnome-keyring, where it is installed, with 10 to 10,000 items."],
      options: [json, checkTargets]
    ) { .secrets(verdict($0), form($0)) },
    Command(
      "lock", "Measure a lock.",
      details: [
        "How long it takes until 1,000 open files of class complete and 1 GiB of cached pages are gone, and whether "
          + "they are."
      ],
      options: [json, checkTargets]
    ) { .lock(verdict($0), form($0)) },
    Command(
      "console", "Measure the console.",
      details: ["Its pages in Chromium, and how fast it serves files, against nginx."], options: [json, checkTargets]
    ) { .console(verdict($0), form($0)) },
    Command(
      "signin", "Measure the provider of sign-in.",
      details: [
        "bailey-identity’s files against nginx, codes for tokens against RSA signatures, a site’s verification against openssl and PyJWT, "
          + "and its memory with 100,000 accounts."
      ],
      options: [json, checkTargets]
    ) { .signIn(verdict($0), form($0)) },
    Command(
      "consent", "Measure what it costs to ask, to look after apps, and to write down what they use.",
      details: [
        "Of the instance that runs: a status query, an injected device, the proxy, and a report of 100,000 events."
      ],
      options: [json, checkTargets]
    ) { .consent(verdict($0), form($0)) },
    Command(
      "passkeys", "Measure passkeys.",
      details: [
        "Verification at a site against py_webauthn, of the Python that BAILEY_BENCH_PYTHON names, and against openssl's signatures "
          + "alone; and what the enclave signs. No passcode is in these. In Chromium, a page that makes a passkey and signs in, against "
          + "Chromium's virtual authenticator, with Argon2id's time beside it, and loads of a page with the extension and without."
      ],
      options: [json, checkTargets]
    ) { .passkeys(verdict($0), form($0)) },
    Command(
      "apps", "Measure apps.",
      details: ["Starts against plain bwrap, verification against sha256sum, installation against cp -a and sync."],
      options: [json, checkTargets]
    ) { .apps(verdict($0), form($0)) },
    Command(
      "attest", "Measure how fast attestations and assertions are verified, and assertions made.",
      details: ["Against pyattest."], options: [json, checkTargets, benchmarkPython]
    ) { .attest(python: $0.value(of: benchmarkPython), verdict($0), form($0)) },
    Command<Void>(
      "widgets", "Measure how fast widgets are drawn.",
      details: ["Against cairo and pango alone."], options: [json, checkTargets], action: { _ in }
    ).forwarding { .widgets(Array($0.dropFirst())) },
  ])

private func verdict(_ arguments: Arguments) -> BenchmarkVerdict {
  arguments.has(checkTargets) ? .isExitCode : .printed
}

private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }
