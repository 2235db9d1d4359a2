// SPDX-License-Identifier: Apache-2.0

/// How all pages look, by day and by night.
package enum StyleSheet {
  package static let text = """
    :root { color-scheme: light dark; --ink: #1b1f24; --soft: #555f6b; --ground: #f3f5f7; --card: #ffffff;
      --line: #c3cad2; --accent: #0b5cad; --on-accent: #ffffff; --bad: #a4161a; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e9edf1; --soft: #a9b4bf; --ground: #12161a; --card: #1c2228;
      --line: #47525d; --accent: #7cb7f5; --on-accent: #0b1a2a; --bad: #ff9b96; } }
    * { box-sizing: border-box; }
    body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
      font: 1rem/1.5 "Inter", "Noto Sans", "Noto Sans CJK SC", "Droid Sans Fallback", system-ui, sans-serif;
      display: flex; justify-content: center; padding: clamp(1rem, 8vh, 6rem) 1rem; }
    main { width: 100%; max-width: 28rem; align-self: flex-start; background: var(--card); border: 1px solid var(--line);
      border-radius: .75rem; padding: clamp(1.25rem, 5vw, 2.25rem); overflow-wrap: anywhere; }
    @media (min-width: 120rem) { html { font-size: 125%; } }
    @media (min-width: 200rem) { html { font-size: 200%; } }
    .provider { margin: 0 0 1.25rem; color: var(--soft); font-size: .9rem; }
    h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
    h2 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
    p { margin: 0 0 1rem; }
    a { color: var(--accent); }
    form + p { margin-top: 1rem; }
    ul { margin: 0 0 1.25rem; padding-left: 1.25rem; }
    li { margin: .25rem 0; }
    .account, .site span, .session span { color: var(--soft); }
    .mail { font-weight: 600; }
    label { display: block; margin: .9rem 0 .3rem; font-weight: 600; }
    input:not([type=hidden]) { width: 100%; font: inherit; color: inherit; background: var(--card);
      border: 1px solid var(--soft); border-radius: .4rem; padding: .6rem .75rem; }
    .passkey { margin: 1.25rem 0; }
    .passkey button { width: 100%; }
    .passkey .problem { margin: .75rem 0 0; }
    .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
    button { font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: .4rem; cursor: pointer;
      padding: .6rem 1.25rem; min-height: 2.75rem; background: var(--accent); color: var(--on-accent); }
    .actions button { flex: 1 1 8rem; }
    button.plain { background: transparent; color: var(--accent); }
    button.link { margin: 1rem 0 0; padding: .25rem 0; border: 0; background: transparent; color: var(--accent);
      text-decoration: underline; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .problem { color: var(--bad); font-weight: 600; }
    dl { margin: 0 0 1rem; }
    dt { color: var(--soft); font-size: .9rem; }
    dd { margin: 0 0 .6rem; }
    code { font: .95rem/1.4 "DejaVu Sans Mono", ui-monospace, monospace; }
    .rules dt { color: var(--ink); font-weight: 600; }
    .sites { list-style: none; padding: 0; }
    .site, .session { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
      padding: .9rem 0; border-top: 1px solid var(--line); }
    .site div, .session div { flex: 1 1 12rem; }
    .site span, .session span { display: block; font-size: .9rem; }

    """
}
