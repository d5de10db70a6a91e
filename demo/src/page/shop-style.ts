/** For those who listen, not for those who look. */
const UNSEEN = 'position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);';

/** The style of the shop, light and dark. */
export const SHOP_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f7f5ef; --card: #fffdf8; --line: #e2ddd0; --edge: #857f70; --text: #23291f; --quiet: #5d6257;
  --accent: #2f6b4f; --accent-over: #245640; --accent-text: #fff; --picture: #e9efe3; --cup: #9fb09a;
  --behind: #eef1ee; --new: #d7ecdf; --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141814; --card: #1b211c; --line: #333c34; --edge: #8b968a; --text: #ecefe8; --quiet: #adb6a9;
    --accent: #8fcfac; --accent-over: #a9dec0; --accent-text: #10201a; --picture: #2a352c; --cup: #0d120e;
    --behind: #10140f; --new: #23402f;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; }
h1, h2, h3, .brand, .lead { font-family: var(--serif); font-weight: 600; line-height: 1.25; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 4vw, 2.375rem); letter-spacing: -.01em; }
h1:focus { outline: none; }
p { margin: 0 0 1rem; }
ul, ol { margin: 0; padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: .2em; }
code, pre { font: .8125rem/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.quiet { color: var(--quiet); }
.lead { font-size: 1.125rem; font-weight: 400; color: var(--quiet); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 3; padding: .5rem 1rem; background: var(--card); }
.unseen { margin: 0; ${UNSEEN} }
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; min-height: 4rem; padding: .5rem clamp(1rem, 4vw, 2rem);
  border-bottom: 1px solid var(--line); background: var(--card);
}
.brand { display: flex; align-items: center; gap: .625rem; color: inherit; font-size: 1.25rem; text-decoration: none; }
.brand svg { width: 2rem; height: 2rem; }
nav { display: flex; gap: 1.25rem; margin-right: auto; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.count { margin-left: .375rem; padding: 0 .5rem; border-radius: 1rem; background: var(--accent); color: var(--accent-text); font-size: .8125rem; }
#account { display: flex; align-items: center; gap: .75rem; }
button, .button {
  display: inline-block; min-height: 2.75rem; padding: .5rem 1.125rem; border: 1px solid var(--edge); border-radius: .625rem;
  background: none; color: inherit; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
.first { border-color: var(--accent); background: var(--accent); color: var(--accent-text); }
.first:hover { border-color: var(--accent-over); background: var(--accent-over); }
.link { min-height: 2.75rem; padding: 0; border: 0; text-decoration: underline; text-underline-offset: .2em; font-weight: 400; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(20rem, 26rem); min-height: calc(100vh - 8rem); }
main { padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1rem, 4vw, 2rem); outline: none; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1.5rem; }
.filters a {
  display: block; padding: .375rem 1rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--card);
  color: inherit; text-decoration: none;
}
.filters [aria-current] { border-color: var(--accent); background: var(--accent); color: var(--accent-text); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.25rem; }
.card {
  position: relative; display: flex; flex-direction: column; padding: .75rem .75rem 1rem; border: 1px solid var(--line);
  border-radius: 1rem; background: var(--card);
}
.card:hover { border-color: var(--accent); }
.card h2 { margin: .875rem .25rem .125rem; font-size: 1.125rem; }
.card h2 a { color: inherit; text-decoration: none; }
.card h2 a::after { content: ''; position: absolute; inset: 0; border-radius: 1rem; }
.card p { margin: 0 .25rem .5rem; font-size: .9375rem; }
.card .price { margin: auto .25rem 0; }
.price { font-variant-numeric: tabular-nums; font-weight: 600; }
.picture { display: grid; place-items: center; padding: 1.25rem; border-radius: .75rem; background: var(--picture); color: var(--cup); }
.cup { width: min(10rem, 80%); height: auto; }
.product { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 2rem; margin: 1rem 0 1.5rem; }
.product .cup { width: min(16rem, 80%); }
.told { min-height: 1.6rem; margin: .75rem 0 0; color: var(--quiet); }
.lines { max-width: 40rem; margin: 1rem 0; }
.lines li { display: flex; align-items: center; gap: .75rem; padding: .625rem 0; border-bottom: 1px solid var(--line); }
.lines .name { flex: 1; }
.lines button { min-width: 2.75rem; padding: 0; }
.total { font-size: 1.25rem; font-weight: 600; }
footer {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 2rem;
  padding: 1rem clamp(1rem, 4vw, 2rem); border-top: 1px solid var(--line); color: var(--quiet); font-size: .9375rem;
}
footer p { margin: 0; }
#consent {
  position: fixed; left: 1rem; bottom: 1rem; z-index: 2; width: min(35rem, 100% - 2rem); max-height: calc(100vh - 2rem);
  padding: 1.25rem; overflow: auto; border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
  box-shadow: 0 1rem 3rem rgb(0 0 0 / 25%);
}
#consent h2, dialog h2 { margin: 0 0 .25rem; font-size: 1.25rem; }
#consent p { margin-bottom: .75rem; color: var(--quiet); font-size: .9375rem; }
.choices { display: grid; gap: .25rem; margin-bottom: 1rem; }
.choices label { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: start; gap: .625rem; padding: .125rem 0; }
.choices input { margin: .25rem 0 0; }
.choices code { white-space: nowrap; }
input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
dialog {
  width: min(24rem, 100% - 2rem); padding: 1.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
  color: inherit;
}
dialog::backdrop { background: rgb(0 0 0 / 45%); }
.person { display: flex; align-items: baseline; gap: .5rem; padding: .5rem 0; }
dialog .buttons { margin-top: 1rem; }
@media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) {
  header { flex-wrap: nowrap; gap: 0 .75rem; }
  header:has(#account .link) .brand span { ${UNSEEN} }
  header, header button { white-space: nowrap; }
  header button { padding: .5rem .75rem; }
  .brand { gap: .375rem; font-size: 1.0625rem; }
  nav { gap: .75rem; }
  .grid { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; }
  .picture { padding: .75rem; }
}
@media (max-width: 24rem) {
  header { flex-wrap: wrap; gap: .25rem .5rem; padding-inline: .75rem; }
  header .link { padding: .5rem 0; }
  #account { gap: .5rem; margin-left: auto; }
}
@media (max-width: 21rem) { .brand span { ${UNSEEN} } }
`;
