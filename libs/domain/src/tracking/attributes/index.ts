export type * from './attribute-form.ts';
export { LONGEST_WINDOW_MS } from './attribute-window.ts';
export { planOf } from './compiled-rule.ts';
export type { AttributePlan, CompiledRule } from './compiled-rule.ts';
