// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// Why an instance's folder or configuration cannot be used.
package enum InstanceError: Error, Equatable, Sendable {
  case noHomeDirectory
  /// There is no instance yet.
  case notCreated(home: String)
  /// The folder belongs to another user.
  case ownedByAnother(path: String)
  case unreadable(path: String, SystemError)
  case unwritable(path: String, SystemError)
  case configuration(path: String, line: Int, ConfigurationProblem)
}

/// The problem of a line of the configuration file.
package enum ConfigurationProblem: Equatable, Sendable {
  case notKeyAndValue
  case unknownKey(String)
  case repeatedKey(String)
  case badValue(key: String, value: String, expected: ConfigurationValueForm)
}

/// The forms a value can have.
package enum ConfigurationValueForm: Equatable, Sendable {
  case absolutePath, yesOrNo, text
  case number(ClosedRange<Int>)
}
