import { DEEPEST_BODY } from './info-body.ts';
import { pointerOf } from './member-fault.ts';
import type { MemberFault } from './member-fault.ts';

/**
 * Finds what no schema looks at, in parts that are kept as they come: nesting that would exhaust a stack further on,
 * and members named `__proto__`. Null where there is nothing of the kind.
 */
export const structureFault = (value: unknown, path: readonly PropertyKey[] = []): MemberFault | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= DEEPEST_BODY) return { pointer: pointerOf(path), detail: 'nested too deeply' };
  for (const [key, member] of Object.entries(value)) {
    const fault =
      key === '__proto__' ? unknownMember([...path, key]) : structureFault(member, [...path, key]);
    if (fault !== null) return fault;
  }
  return null;
};

const unknownMember = (path: readonly PropertyKey[]): MemberFault => ({
  pointer: pointerOf(path),
  detail: 'not a member name',
});
