// SPDX-License-Identifier: Apache-2.0
package import AppCommands
package import AttestCommands
package import Benchmarks
package import BrowserCommands
package import CommandLineParsing
package import InstanceCommands
package import KeychainCommands
package import PasskeyCommands
package import PrivacyCommands
package import SecretCommands
package import SetupCommands
package import SignInCommands
package import WidgetCommands

/// The actions of `bailey`, by subject.
package enum BaileyAction: Sendable, Equatable {
  case instance(ControlAction)
  case setup(SetupMode)
  case keychain(KeychainAction)
  case passkey(PasskeyAction)
  case attest(AttestAction)
  case app(AppAction)
  case bundle(BundleAction)
  case privacy(PrivacyAction)
  case widget(WidgetRequest)
  case signIn(SignInAction)
  case secrets(SecretsAction)
  case browser(BrowserAction)
  case benchmark(BenchmarkAction)
  case completions(Shell)
  case manual(ManualForm)
  case version(OutputForm)
}

/// Whether the manual is printed for `man`, or as the page of the documentation.
package enum ManualForm: Sendable, Equatable { case roff, markdown }
