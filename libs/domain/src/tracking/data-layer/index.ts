export { isMembers } from './members.ts';
export type { Members } from './members.ts';
export * from './mapping-output.ts';
export { PRESETS } from './presets.ts';
export * from './translate-element.ts';
export type { EventContent } from './translation.ts';
