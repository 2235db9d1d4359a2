// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// What scrolls, navigates and asks, which belongs to windows, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: scroll
@MainActor func probe92() -> some View { ScrollView { Text("a") } }

// probe: scroll-horizontal
@MainActor func probe93() -> some View { ScrollView(.horizontal, showsIndicators: false) { Text("a") } }

// probe: list
@MainActor func probe94() -> some View { List { Text("a") } }

// probe: list-data
@MainActor func probe95() -> some View { List([ProbeItem(id: 1)]) { Text("\($0.id)") } }

// probe: form
@MainActor func probe96() -> some View { Form { Text("a") } }

// probe: navigation-stack
@MainActor func probe97() -> some View { NavigationStack { Text("a").navigationTitle("b") } }

// probe: navigation-link
@MainActor func probe98() -> some View { NavigationLink("a") { Text("b") } }

// probe: tab-view
@MainActor func probe99() -> some View { TabView { Text("a").tabItem { Text("b") } } }

// probe: disclosure
@MainActor func probe100() -> some View { DisclosureGroup("a") { Text("b") } }

// probe: control-group
@MainActor func probe104() -> some View { ControlGroup { Text("a") } }

// probe: menu
@MainActor func probe105() -> some View { Menu("a") { Text("b") } }

// probe: share-link
@MainActor func probe124() -> some View { ShareLink(item: "a") }

// probe: date-picker
@MainActor func probe125() -> some View { DatePicker("a", selection: .constant(.now)) }

// probe: slider
@MainActor func probe126() -> some View { Slider(value: .constant(0.5)) }

// probe: stepper
@MainActor func probe127() -> some View { Stepper("a", value: .constant(1)) }

// probe: picker
@MainActor func probe128() -> some View { Picker("a", selection: .constant(1)) { Text("b").tag(1) } }

// probe: text-field
@MainActor func probe129() -> some View { TextField("a", text: .constant("")) }

// probe: focus
struct ProbeFocus: View { @FocusState var isFocused: Bool; var body: some View { Text("a").focused($isFocused) } }
@MainActor func probe142() -> some View { ProbeFocus() }

// probe: list-style
@MainActor func probe238() -> some View { Text("a").listStyle(.plain).listRowBackground(Color.red) }

// probe: sheet
@MainActor func probe239() -> some View { Text("a").sheet(isPresented: .constant(false)) { Text("b") } }

// probe: toolbar
@MainActor func probe240() -> some View { Text("a").toolbar { Text("b") } }
