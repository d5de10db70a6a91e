import { isMembers, only, own, unlessEmpty, without, type Members } from './members.ts';

/**
 * Moves members of a child up to its parent. What finds its name taken, and what was not asked for, stays in the child.
 * `prepare` gives the child's members their names before.
 */
export const hoist = (
  parent: Members,
  child: string,
  names: readonly string[] | 'all',
  prepare: (members: Members) => Members = (members) => members,
): Members => {
  const value = own(parent, child);
  if (!isMembers(value)) return parent;
  const rest = without(parent, [child]);
  const prepared = prepare(value);
  const moving = Object.keys(prepared).filter(
    (name) => (names === 'all' || names.includes(name)) && name !== child && !Object.hasOwn(rest, name),
  );
  return { ...rest, ...only(prepared, moving), ...unlessEmpty(child, without(prepared, moving)) };
};
