// SPDX-License-Identifier: Apache-2.0
import PromptModel
import BrokerClient
import Security

/// The instance that asks the person, which the process's environment names.
enum Authentication {
  static var service: any AuthenticationService { LAContext.replacement ?? Keychain.broker }
}
