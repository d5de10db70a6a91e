import type { ExplainedChange, ExplainedUmid, Explanation, Umdid } from '@kith/domain/identity';
import type { RequestAtTheEdge } from '@kith/info-ingest';

/** What `kith explain` tells. */
export interface Explained extends Pick<RequestAtTheEdge, 'account' | 'pipeline' | 'way' | 'umdid'> {
  /** null where the resolver is not asked. */
  readonly explanation: Explanation | null;
}

/** The explanation for a person to read. */
export const explanationText = ({ account, pipeline, way, umdid, explanation }: Explained): string =>
  [
    `Account       ${account}, pipeline ${pipeline}`,
    `Device        ${umdid ?? 'new'}`,
    `Answered      ${WAYS[way]}`,
    ...(explanation === null ? [] : linesOf(explanation, umdid)),
  ].join('\n');

const WAYS: Readonly<Record<Explained['way'], string>> = {
  firstVisit: 'without the resolver: a first visit, by a new visitor',
  cache: 'without the resolver where the cache knows the device; else as follows',
  resolver: 'by the resolver',
};

const linesOf = (explanation: Explanation, umdid: Umdid | null): readonly string[] => {
  const { row, umid, state, type, matched, changes, conflicts } = explanation;
  return [
    `Row           ${row}: ${ROWS[row]}`,
    `Profile       ${profile(umid)}, ${state}, cookie type ${type}`,
    ...listed(
      'Identifiers',
      matched.map(
        ({ name, value, umid: owner, role }) => `${name} ${quoted(value)}, ${of(owner)}: ${ROLES[role]}`,
      ),
    ),
    ...listed(
      'Conflicts',
      conflicts.map(({ name, value, umid: owner }) => `${name} ${quoted(value)}, ${of(owner)}: left alone`),
    ),
    ...listed(
      'Changes',
      changes.map((change) => changeText(change, umdid)),
    ),
  ];
};

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? [`${title.padEnd(12)}  none`]
    : lines.map((line, index) => `${(index === 0 ? title : '').padEnd(12)}  ${line}`);

const ROWS: Readonly<Record<Explanation['row'], string>> = {
  create: 'neither the device nor an identifier is known',
  bind: 'an identifier leads to a profile, and the device is new',
  stay: 'the device is known, and no identifier leads elsewhere',
  same: 'device and identifiers lead to the same profile',
  bindToCustomer:
    'a visitor, and a customer found by a device identifier alone: the device moves, nothing merges',
  mergeVisitor: 'a visitor, and the profile that the identifiers lead to: the visitor is merged into it',
  switchToNew:
    'a customer, and a login that is nobody else: another person, so the device moves to a new profile',
  keep: 'a customer, and another one by an identifier too weak to tell: nothing changes',
  absorbVisitor: 'a customer, and a visitor by an identifier: the visitor is merged into the customer',
  switch: 'a customer, and another one: the device moves, nothing merges',
  mergeCustomers: 'a customer, and another one by an identifier that says they are one: they are merged',
  retried: 'the request has been answered before: nothing changes again',
};

const ROLES: Readonly<Record<Explanation['matched'][number]['role'], string>> = {
  decided: 'decided the row',
  joined: 'is or comes to be on the profile',
  conflict: 'is left alone',
  none: 'means nothing here',
};

const profile = (umid: ExplainedUmid): string => (umid === 'new' ? 'a new one' : umid);
const of = (umid: ExplainedUmid | null): string => (umid === null ? "nobody's" : `of ${umid}`);
const quoted = (value: string): string => JSON.stringify(value);

const changeText = (change: ExplainedChange, umdid: Umdid | null): string => {
  switch (change.kind) {
    case 'created':
      return `${profile(change.umid)} is created, a ${change.state}`;
    case 'upgraded':
      return `${profile(change.umid)} becomes a customer`;
    case 'linked':
      return `${change.name} ${quoted(change.value)} comes to ${profile(change.umid)}`;
    case 'retired':
      return `${change.name} ${quoted(change.value)} goes to the history of ${profile(change.umid)} (${change.why})`;
    case 'merged':
      return `${change.absorbed} is merged into ${profile(change.umid)}`;
    case 'switched':
      return `the device moves from ${change.from} to ${profile(change.umid)}`;
    case 'bound':
      return `the device ${umdid === null ? 'is new and belongs' : `${umdid} belongs`} to ${profile(change.umid)}`;
    case 'related':
      return `${change.umids.map(profile).join(' and ')} are linked (${change.why})`;
    case 'consent':
      return consentText(change);
  }
};

const consentText = ({
  umid,
  permissions,
  acknowledgements,
}: Extract<ExplainedChange, { readonly kind: 'consent' }>): string => {
  const given = Object.entries(permissions).map(
    ([name, granted]) => `${name} ${granted ? 'granted' : 'withdrawn'}`,
  );
  const seen = acknowledgements.map((name) => `${name} acknowledged`);
  return `${profile(umid)}: ${[...given, ...seen].join(', ')}`;
};
