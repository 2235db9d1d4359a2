// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The benchmarks, and whether a missed target decides the exit code.
package enum BenchmarkAction: Sendable, Equatable {
  case files(FileBenchmarkOptions, BenchmarkVerdict, OutputForm)
  case keychain(BenchmarkVerdict, OutputForm)
  case secrets(BenchmarkVerdict, OutputForm)
  case lock(BenchmarkVerdict, OutputForm)
  case console(BenchmarkVerdict, OutputForm)
  case signIn(BenchmarkVerdict, OutputForm)
  case consent(BenchmarkVerdict, OutputForm)
  case apps(BenchmarkVerdict, OutputForm)
  case passkeys(BenchmarkVerdict, OutputForm)
  /// The benchmark of App Attest, with a Python that has the modules it compares with; nil for the machine's.
  case attest(python: String?, BenchmarkVerdict, OutputForm)
  /// The benchmark of `bailey-widgets`, with the words for it.
  case widgets([String])
}

/// The medium and the part to measure; nil for all of them.
package struct FileBenchmarkOptions: Sendable, Equatable {
  package var medium: Medium?
  package var part: Part?

  package enum Medium: String, CaseIterable, Sendable { case tmpfs, disk }
  package enum Part: String, CaseIterable, Sendable { case large, random, tree, small }
}

/// Whether a missed target is only printed, or decides the exit code.
package enum BenchmarkVerdict: Sendable, Equatable { case printed, isExitCode }
