// SPDX-License-Identifier: Apache-2.0

/// Interfaces of the service's objects.
package enum SecretInterface: String, Sendable, CaseIterable {
  case service = "org.freedesktop.Secret.Service"
  case collection = "org.freedesktop.Secret.Collection"
  case item = "org.freedesktop.Secret.Item"
  case session = "org.freedesktop.Secret.Session"
  case prompt = "org.freedesktop.Secret.Prompt"
  /// Bailey's own, of the service: who may read what.
  case permissions = "bailey.Secret.Permissions"
  case properties = "org.freedesktop.DBus.Properties"
  case introspection = "org.freedesktop.DBus.Introspectable"
}
