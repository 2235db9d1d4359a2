// SPDX-License-Identifier: Apache-2.0

/// Whether a result is printed for people, or for scripts.
package enum OutputForm: Sendable, Equatable { case text, json }
