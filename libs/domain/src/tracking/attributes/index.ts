export type * from './attribute-form.ts';
export { MAX_WINDOW_MS } from './attribute-window.ts';
export { attributeRules } from './compiled-rule.ts';
