// SPDX-License-Identifier: Apache-2.0
import PromptModel
import BrokerClient
import Security

/// Who asks the person: the instance that the process's environment names.
enum Authentication {
  static var service: any AuthenticationService { LAContext.replacement ?? Keychain.broker }
}
