// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The words for an app in a command: its name, where that is one word, or its identifier.
package let appWord = Value("APP", .listed(["app", "list", "--names"]))
