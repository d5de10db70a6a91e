import { isMembers, own, type Members } from './members.ts';

/** A call of `gtag`, as it stands in the data layer. */
export interface GtagCall {
  readonly command: string;
  readonly target: string;
  readonly parameters: Members;
}

/**
 * `gtag('event', 'login', {...})` puts the arguments of the call into the data layer, which JSON writes as a list or as
 * an object with the members `0`, `1` and `2`. Null: it is no such call.
 */
export const gtagCall = (entry: unknown): GtagCall | null => {
  const [command, target, parameters = {}, ...more] = argumentsOf(entry);
  if (typeof command !== 'string' || typeof target !== 'string' || target === '') return null;
  return isMembers(parameters) && more.length === 0 ? { command, target, parameters } : null;
};

const argumentsOf = (entry: unknown): readonly unknown[] => {
  if (Array.isArray(entry)) return entry;
  if (!isMembers(entry) || own(entry, '0') === undefined) return [];
  const names = Object.keys(entry);
  return names.every((name, index) => name === String(index)) ? Object.values(entry) : [];
};
