import { DEEPEST_BODY } from './info-body.ts';
import { pointerOf, type MemberFault } from './member-fault.ts';

/**
 * Finds what no schema looks at, in parts that are kept as they come: nesting that would exhaust a stack further on.
 * Null where there is nothing of the kind.
 */
export const structureFault = (value: unknown): MemberFault | null => {
  const fault = faultWithin(value, 0);
  return fault === null ? null : { pointer: pointerOf(fault.path.reverse()), detail: fault.detail };
};

/** A fault with its path from the inside out, which is put together only where there is one. */
interface Fault {
  readonly path: string[];
  readonly detail: string;
}

const faultWithin = (value: unknown, depth: number): Fault | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= DEEPEST_BODY) return { path: [], detail: 'nested too deeply' };
  for (const key of Object.keys(value)) {
    const fault = faultWithin((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (fault === null) continue;
    fault.path.push(key);
    return fault;
  }
  return null;
};
