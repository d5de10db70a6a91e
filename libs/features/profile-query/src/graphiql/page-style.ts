/** The style of the page around GraphiQL, in the colours of the offline-token pages. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #eef1f7; --card: #fff; --field: #fff; --line: #d5dae3; --edge: #747f91; --text: #161d29; --quiet: #525d6e;
  --accent: #1b56e8; --accent-over: #1546c4; --accent-text: #fff; --alert: #a3131f; --alert-page: #fdecee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1218; --card: #181e28; --field: #11161e; --line: #343e4d; --edge: #8692a5; --text: #eef1f5;
    --quiet: #a9b4c4; --accent: #86a8ff; --accent-over: #a5bfff; --accent-text: #0d1526; --alert: #ffb3b8;
    --alert-page: #3a1a20;
  }
}
header, main, main *, header * { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  display: flex; flex-direction: column; height: 100vh; height: 100dvh; margin: 0; background: var(--page);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
header {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem;
  min-height: 3.5rem; padding: .375rem 1rem; border-bottom: 1px solid var(--line); background: var(--card);
}
header p { margin: 0; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 700; letter-spacing: .01em; }
.brand svg { width: 1.75rem; height: 1.75rem; }
.brand .quiet { font-weight: 400; }
#session { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; font-size: .9375rem; }
.quiet { color: var(--quiet); }
main {
  width: min(34rem, 100% - 1rem); margin: auto; padding: clamp(1.125rem, 5vw, 2.5rem); border: 1px solid var(--line);
  border-radius: 1rem; background: var(--card);
}
main h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.01em; }
main p { margin: 0 0 1rem; }
form label { display: block; margin-top: 1.5rem; font-weight: 600; }
form #token-hint { margin: .125rem 0 .5rem; font-size: .9375rem; }
form #kept { margin: 1rem 0 0; font-size: .9375rem; }
main input {
  width: 100%; min-height: 2.875rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--field); color: inherit; font: .9375rem/1.5 ui-monospace, monospace;
}
main input[aria-invalid=true] { border: 2px solid var(--alert); }
[role=alert] { padding: .75rem 1rem; border-left: .25rem solid; background: var(--alert-page); color: var(--alert); }
main [role=alert] { margin: 1rem 0 0; border-radius: .375rem; }
#expired { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 0; }
main button, header button, #expired button {
  min-height: 2.25rem; padding: .25rem .875rem; border: 1px solid var(--edge); border-radius: .5rem; background: none;
  color: inherit; font: inherit; font-size: .9375rem; font-weight: 600; cursor: pointer;
}
main button {
  width: 100%; min-height: 2.875rem; margin-top: 1rem; border-color: var(--accent); background: var(--accent);
  color: var(--accent-text); font-size: 1rem;
}
main button:hover { border-color: var(--accent-over); background: var(--accent-over); }
main a { color: var(--accent); }
main :focus-visible, header :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
body .graphiql-container, body .graphiql-dialog, body [data-radix-popper-content-wrapper] { --color-primary: 222, 81%, 51%; }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) :is(.graphiql-container, .graphiql-dialog, [data-radix-popper-content-wrapper]) {
    --color-primary: 223, 100%, 70%;
  }
}
body.graphiql-dark :is(.graphiql-container, .graphiql-dialog) { --color-primary: 223, 100%, 70%; }
#graphiql { flex: 1; min-height: 0; }
#graphiql:empty { display: none; }
`;
