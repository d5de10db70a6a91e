/** The shapes of the pages, in the colours that `style.ts` names. */
export const SHAPES = `
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: clamp(.75rem, 4vw, 3rem) clamp(.5rem, 3vw, 1rem);
  display: grid; align-content: center; justify-items: center;
  background: radial-gradient(60rem 30rem at 50% -8rem, var(--glow), transparent) var(--page);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 34rem; padding: clamp(1.125rem, 5vw, 2.5rem); border: 1px solid var(--line);
  border-radius: 1rem; background: var(--card); box-shadow: 0 1rem 3rem -1rem var(--shadow);
}
.brand {
  display: flex; align-items: center; gap: .625rem; margin: 0 0 1.75rem; font-weight: 700; letter-spacing: .01em;
}
.brand svg { width: 1.75rem; height: 1.75rem; }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; }
.quiet, .hint, dt { color: var(--quiet); }
label .quiet { font-weight: 400; }
[role=alert], .told { padding: .75rem 1rem; border-left: .25rem solid; border-radius: .375rem; }
[role=alert] { background: var(--alert-page); color: var(--alert); }
.told { background: var(--good-page); color: var(--good); }
label { display: block; margin: 1.125rem 0 .25rem; font-weight: 600; }
.hint { margin: 0 0 .375rem; font-size: .9375rem; }
input {
  width: 100%; min-height: 2.875rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--field); color: inherit; font: inherit;
}
[aria-invalid=true] { border: 2px solid var(--alert); }
button {
  min-height: 2.875rem; padding: .5rem 1.25rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--accent-text); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { border-color: var(--accent-over); background: var(--accent-over); }
form > button { width: 100%; margin-top: 1.5rem; }
form > button + button { margin-top: .75rem; }
.second { border-color: var(--edge); background: transparent; color: inherit; }
.second:hover { border-color: var(--edge); background: var(--sunken); }
.small { width: auto; min-height: 2.25rem; margin: 0; padding: .25rem .875rem; font-size: .9375rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code, pre { font: .9375rem/1.5 ui-monospace, monospace; }
#offline-token, pre {
  display: block; margin: 0; padding: .875rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--sunken); overflow-wrap: anywhere; white-space: pre-wrap;
}
#offline-token { user-select: all; word-break: break-all; }
pre + p { margin-top: .75rem; }
.copy { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; margin-top: .75rem; }
.copy p { margin: 0; }
.tokens { margin: 0 0 1rem; padding: 0; border: 1px solid var(--line); border-radius: .5rem; list-style: none; }
.tokens li {
  display: flex; flex-wrap: wrap; align-items: center; gap: .625rem 1rem; padding: .875rem 1rem;
}
.tokens li + li { border-top: 1px solid var(--line); }
.tokens li > div { flex: 1 1 14rem; min-width: 0; }
.name { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.new {
  padding: .125rem .5rem; border-radius: 1rem; background: var(--good-page); color: var(--good); font-size: .8125rem;
}
dl { margin: 0; font-size: .9375rem; }
dl div { display: flex; flex-wrap: wrap; gap: 0 .375rem; }
dt::after { content: ':'; }
dd { margin: 0; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
.foot p { margin: 0; overflow-wrap: anywhere; }
.foot + p { margin-top: 1rem; }
main > :last-child { margin-bottom: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none; }
@media (forced-colors: active) { main, button { border: 1px solid; } }
`;
