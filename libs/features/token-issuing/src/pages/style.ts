/** The pages' only style sheet, inline and allowed by its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #fff; --line: #c9ced6; --text: #1b2330; --quiet: #545f70;
  --accent: #1f5eff; --accent-text: #fff; --alert: #a3131f; --alert-page: #fdecee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161d; --card: #1b212b; --line: #434d5c; --text: #eef1f5; --quiet: #a9b4c4;
    --accent: #86a8ff; --accent-text: #0d1526; --alert: #ffb3b8; --alert-page: #3a1a20;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 2rem 1rem; display: grid; place-items: center;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 30rem; padding: 2rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card);
}
.brand { margin: 0 0 1.5rem; font-weight: 700; letter-spacing: .02em; color: var(--quiet); }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
[role=alert] {
  padding: .75rem 1rem; border-left: .25rem solid var(--alert); border-radius: .25rem;
  background: var(--alert-page); color: var(--alert);
}
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input {
  width: 100%; padding: .625rem .75rem; border: 1px solid var(--quiet); border-radius: .375rem;
  background: var(--card); color: inherit; font: inherit;
}
button {
  margin-top: 1.5rem; padding: .625rem 1.25rem; border: 0; border-radius: .375rem;
  background: var(--accent); color: var(--accent-text); font: inherit; font-weight: 600; cursor: pointer;
}
form button { width: 100%; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code, pre { font: .9375rem/1.5 ui-monospace, monospace; }
#offline-token, pre {
  display: block; margin: 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--page); overflow-wrap: anywhere; white-space: pre-wrap;
}
#offline-token { user-select: all; }
pre + p { margin-top: .75rem; }
main > :last-child { margin-bottom: 0; }
.copy { display: flex; align-items: center; gap: 1rem; }
.copy button { margin-top: .75rem; }
.copy [role=status] { margin: .75rem 0 0; }
[hidden] { display: none; }
`;
