import {
  changeWords,
  rowSentence,
  umidWords,
  type ExplainedUmid,
  type Explanation,
  type Umdid,
} from '@kith/domain/identity';
import type { RequestAtTheEdge } from '@kith/info-ingest';

/** What `kith explain` tells. */
export interface Explained extends Pick<RequestAtTheEdge, 'account' | 'pipeline' | 'way' | 'umdid'> {
  /** null where the resolver is not asked. */
  readonly explanation: Explanation | null;
}

const WAYS: Readonly<Record<Explained['way'], string>> = {
  firstVisit: 'without the resolver: a first visit, by a new visitor',
  cache: 'without the resolver where the cache knows the device; else as follows',
  resolver: 'by the resolver',
};

/** The explanation for a person to read. */
export const explanationText = ({ account, pipeline, way, umdid, explanation }: Explained): string =>
  [
    `Account       ${account}, pipeline ${pipeline}`,
    `Device        ${umdid ?? 'new'}`,
    `Answered      ${WAYS[way]}`,
    ...(explanation === null ? [] : linesOf(explanation, umdid)),
  ].join('\n');

const ROLES: Readonly<Record<Explanation['matched'][number]['role'], string>> = {
  decided: 'decided the row',
  joined: 'is or comes to be on the profile',
  conflict: 'is left alone',
  none: 'means nothing here',
};

const linesOf = (explanation: Explanation, umdid: Umdid | null): readonly string[] => {
  const { row, umid, state, type, matched, changes, conflicts } = explanation;
  return [
    `Row           ${row}: ${rowSentence(row)}`,
    `Profile       ${umidWords(umid)}, ${state}, cookie type ${type}`,
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
      changes.map((change) => changeWords(change, umdid)),
    ),
  ];
};

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? [`${title.padEnd(12)}  none`]
    : lines.map((line, index) => `${(index === 0 ? title : '').padEnd(12)}  ${line}`);

const of = (umid: ExplainedUmid | null): string => (umid === null ? "nobody's" : `of ${umid}`);
const quoted = (value: string): string => JSON.stringify(value);
