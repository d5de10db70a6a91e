import { membersOf } from '../members/beside.ts';
import { placesIn } from './url-template.ts';

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What steps may be found by, beside identifiers. */
const ALWAYS_THERE = ['umid'];

const NO_IDENTIFIER = 'is no identifier of this account';

/** The names of an account that a step may refer to. */
export interface KnownNames {
  readonly identifiers: readonly string[];
  readonly attributes: readonly string[];
}

/** Whatever the steps of a pipeline are to be found by is there. */
export const askedFaults = (known: KnownNames, enrich: unknown): readonly Fault[] =>
  Array.isArray(enrich)
    ? enrich.flatMap((step: unknown, index) =>
        faultsOf(known, step).map(({ path, message }) => ({ path: ['enrich', index, ...path], message })),
      )
    : [];

const faultsOf = (known: KnownNames, step: unknown): readonly Fault[] => {
  const { type, url, body, identifier, attribute } = membersOf(step);
  if (type === 'http') return placeFaults(known, url, body);
  if (type !== 'table') return [];
  return [
    ...missing(known.identifiers, identifier, 'identifier', NO_IDENTIFIER),
    ...missing(known.attributes, attribute, 'attribute', 'is no attribute or segment of this account'),
  ];
};

const missing = (
  known: readonly string[],
  name: unknown,
  member: string,
  message: string,
): readonly Fault[] =>
  typeof name !== 'string' || known.includes(name) ? [] : [{ path: [member], message }];

const placeFaults = ({ identifiers }: KnownNames, url: unknown, body: unknown): readonly Fault[] => {
  const places = [...new Set(placesIn(url, body))];
  if (places.length === 0)
    return [{ path: ['url'], message: 'must have the place of an identifier: {name}' }];
  return places
    .filter((name) => !identifiers.includes(name) && !ALWAYS_THERE.includes(name))
    .map((name) => ({ path: ['url'], message: `{${name}} ${NO_IDENTIFIER}` }));
};
