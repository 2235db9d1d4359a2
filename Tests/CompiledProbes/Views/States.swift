// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// States, bindings and the environment, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: state
struct ProbeState: View { @State private var isOn = false; var body: some View { Text(isOn ? "a" : "b") } }
@MainActor func probe130() -> some View { ProbeState() }

// probe: binding
struct ProbeBinding: View { @Binding var isOn: Bool; var body: some View { Text(isOn ? "a" : "b") } }
@MainActor func probe131() -> some View { ProbeBinding(isOn: .constant(true)) }

// probe: state-object
struct ProbeStateObject: View { @StateObject private var model = ProbeModel(); var body: some View { Text("\(model.count)") } }
@MainActor func probe132() -> some View { ProbeStateObject() }

// probe: observed
struct ProbeObserved: View { @ObservedObject var model: ProbeModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe133() -> some View { ProbeObserved(model: ProbeModel()) }

// probe: observable
struct ProbeObservable: View { let model: ProbeObservableModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe134() -> some View { ProbeObservable(model: ProbeObservableModel()) }

// probe: bindable
struct ProbeBindable: View { @Bindable var model: ProbeObservableModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe135() -> some View { ProbeBindable(model: ProbeObservableModel()) }

// probe: app-storage
struct ProbeAppStorage: View { @AppStorage("a") private var count = 0; var body: some View { Text("\(count)") } }
@MainActor func probe136() -> some View { ProbeAppStorage() }

// probe: scaled-metric
struct ProbeScaledMetric: View { @ScaledMetric(relativeTo: .title) private var size = 20.0; var body: some View { Text("a").font(.system(size: size)) } }
@MainActor func probe137() -> some View { ProbeScaledMetric() }

// probe: environment-object
struct ProbeEnvironmentObject: View { @EnvironmentObject var model: ProbeModel; var body: some View { Text("\(model.count)") } }
@MainActor func probe138() -> some View { ProbeEnvironmentObject().environmentObject(ProbeModel()) }

// probe: environment-keys
struct ProbeEnvironment: View { @Environment(\.widgetFamily) var family; @Environment(\.colorScheme) var scheme; @Environment(\.widgetRenderingMode) var mode; @Environment(\.showsWidgetContainerBackground) var shows; @Environment(\.dynamicTypeSize) var size; @Environment(\.redactionReasons) var reasons; @Environment(\.isLuminanceReduced) var dim; @Environment(\.displayScale) var scale; @Environment(\.calendar) var calendar; @Environment(\.widgetContentMargins) var margins; var body: some View { Text("a") } }
@MainActor func probe139() -> some View { ProbeEnvironment() }

// probe: environment-set
@MainActor func probe140() -> some View { Text("a").environment(\.colorScheme, .dark).environment(\.locale, Locale(identifier: "de")) }

// probe: environment-observable
@MainActor func probe141() -> some View { Text("a").environment(ProbeObservableModel()) }

// probe: namespace
struct ProbeNamespace: View { @Namespace var space; var body: some View { Text("a") } }
@MainActor func probe143() -> some View { ProbeNamespace() }
