import { membersOf } from '../members/beside.ts';
import { feedsAttributes } from './enriched-names.ts';
import { shownNamesOf, valueNamesOf } from './step-formats.ts';

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is at fault between the steps of a pipeline, and between them and the attributes of its account. */
export const enrichFaults = (attributes: readonly string[], enrich: unknown): readonly Fault[] => {
  if (!Array.isArray(enrich)) return [];
  const names = new Set<string>();
  const values = new Set<string>();
  return enrich.flatMap((step: unknown, index) => [
    ...nameFaults(names, step, ['enrich', index]),
    ...valueFaults(values, attributes, step, ['enrich', index]),
    ...fallbackFaults(step, ['enrich', index]),
  ]);
};

const nameFaults = (taken: Set<string>, step: unknown, path: Fault['path']): readonly Fault[] => {
  const { type, name = type } = membersOf(step);
  if (typeof name !== 'string') return [];
  if (!taken.has(name)) {
    taken.add(name);
    return [];
  }
  return [{ path, message: `a step before is called ${name} already: give this one a name of its own` }];
};

/** Nobody could tell which of two it is that an answer shows. */
const valueFaults = (
  taken: Set<string>,
  attributes: readonly string[],
  step: unknown,
  path: Fault['path'],
): readonly Fault[] => {
  const own = shownNamesOf(step);
  const before = own.filter((name) => taken.has(name));
  const configured = feedsAttributes(step) ? own.filter((name) => attributes.includes(name)) : [];
  own.forEach((name) => taken.add(name));
  return [
    ...before.map((name) => ({ path, message: `adds ${name}, which a step before adds: give it a prefix` })),
    ...configured.map((name) => ({
      path,
      message: `adds ${name}, which is an attribute or segment of this account: give it a prefix`,
    })),
  ];
};

const fallbackFaults = (step: unknown, path: Fault['path']): readonly Fault[] => {
  const known = valueNamesOf(step);
  return Object.keys(membersOf(membersOf(step)['fallback']))
    .filter((name) => known.length > 0 && !known.includes(name))
    .map((name) => ({
      path: [...path, 'fallback', name],
      message: `is no value of this step: ${known.join(', ')}`,
    }));
};
