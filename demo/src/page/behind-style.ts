/** The style of what stands behind the scenes. */
export const BEHIND_STYLE = `
#behind {
  position: sticky; top: 0; align-self: start; height: 100vh; padding: clamp(1.25rem, 3vw, 2rem) 1.5rem; overflow: auto;
  border-left: 1px solid var(--line); background: var(--behind); font-size: .9375rem; outline-offset: -3px;
}
#behind h2 { margin: 0 0 .25rem; font-size: 1.375rem; }
#behind h3 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
#behind .lead { margin: 0; font-size: 1rem; }
#behind dl { display: grid; grid-template-columns: auto minmax(0, 1fr); margin: 0; }
#behind dt, #behind dd { margin: 0; padding: .1875rem .375rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
#behind dt { color: var(--quiet); }
#behind dd { font-weight: 600; text-align: right; }
#behind dd.new { background: var(--new); }
#timeline > li {
  margin-bottom: .75rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card);
}
#timeline time { float: right; font-size: .8125rem; font-variant-numeric: tabular-nums; }
#timeline .title { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.rule { margin: .25rem 0; color: var(--quiet); font-size: .875rem; }
.rule p { margin: 0; }
.rule .row {
  padding: .0625rem .4375rem; border-radius: .375rem; background: var(--new); color: var(--text);
  font: 600 .8125rem/1.5 ui-monospace, monospace;
}
.rule ul { margin-top: .25rem; }
.rule ul li { padding-left: 1rem; text-indent: -.75rem; overflow-wrap: anywhere; }
.rule ul li::before { content: '→ '; }
#timeline summary { display: inline-block; padding: .25rem 0; color: var(--quiet); font-size: .875rem; cursor: pointer; text-decoration: underline; }
#timeline pre { max-height: 16rem; margin: .25rem 0 0; padding: .75rem; overflow: auto; border-radius: .5rem; background: var(--behind); white-space: pre-wrap; overflow-wrap: anywhere; }
#tracking { margin: .75rem 0 0; padding: .625rem .875rem; border-left: 4px solid var(--accent); border-radius: .25rem; background: var(--card); }
#tracking:empty { display: none; }
.arrival { margin: .25rem 0 0; font-size: .875rem; font-weight: 600; }
.jump { display: none; }
@media (max-width: 60rem) {
  #behind { position: static; height: auto; border-top: 1px solid var(--line); border-left: 0; }
  .jump {
    position: fixed; right: 1rem; bottom: 1rem; z-index: 1; display: block; padding: .625rem 1.125rem; border-radius: 2rem;
    background: var(--text); color: var(--page); font-weight: 600; text-decoration: none; box-shadow: 0 .25rem 1rem rgb(0 0 0 / 30%);
  }
}
`;
