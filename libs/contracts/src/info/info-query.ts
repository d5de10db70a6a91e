import type { PipelineRules, Section } from '@kith/domain/pipeline';
import type { OutputForm } from './info-answer.ts';
import type { MemberFault } from './member-fault.ts';
import { decodeUmdidCookie, type UmdidCookie } from './umdid-cookie.ts';

const FLAGS: readonly Section[] = [
  'attributes',
  'identifiers',
  'nbidentifiers',
  'notifications',
  'permissions',
];

/** What the query string of an info request says. */
export interface InfoQuery {
  readonly out: OutputForm;
  /** Asked for, and allowed by the pipeline. */
  readonly sections: readonly Section[];
  /** The `umdid` parameter, which overrides the cookie. */
  readonly umdid: UmdidCookie | null;
  /** Raw values of the identifiers that the pipeline takes from the query string. */
  readonly identifiers: ReadonlyMap<string, string>;
}

/** A query and what it cannot be, named as `?name`. */
export interface ReadQuery {
  readonly query: InfoQuery;
  readonly faults: readonly MemberFault[];
}

/** Reads raw query strings (without `?`). */
export type InfoQueryReader = (raw: string) => ReadQuery;

const MAX_REMEMBERED = 256;
const MAX_REMEMBERED_LENGTH = 256;

/**
 * A reader of one pipeline's query strings. It remembers those that name nobody: a site's tag sends the same few with
 * every request.
 */
export const createInfoQueryReader = (pipeline: PipelineRules): InfoQueryReader => {
  const known = new Map<string, ReadQuery>();
  return (raw) => {
    const remembered = known.get(raw);
    if (remembered !== undefined) return remembered;
    const read = readInfoQuery(pipeline, raw);
    if (known.size >= MAX_REMEMBERED) known.clear();
    if (raw.length <= MAX_REMEMBERED_LENGTH && namesNobody(read)) known.set(raw, read);
    return read;
  };
};

const namesNobody = ({ query, faults }: ReadQuery): boolean =>
  query.umdid === null && query.identifiers.size === 0 && faults.length === 0;

/**
 * Reads a raw query string (without `?`); what it cannot be is named as `?name` (docs/behaviour.md#query-parameters).
 */
export const readInfoQuery = (pipeline: PipelineRules, raw: string): ReadQuery => {
  const parameters = new URLSearchParams(raw);
  const faults: MemberFault[] = [];
  const single = (name: string): string | null => {
    const values = parameters.getAll(name);
    if (values.length > 1) faults.push({ pointer: `?${name}`, detail: 'given more than once' });
    return values[0] ?? null;
  };
  const query: InfoQuery = {
    out: readOut(single('out'), faults),
    sections: FLAGS.filter((flag) => isOn(single(flag)) && pipeline.sections.has(flag)),
    umdid: readUmdid(single('umdid'), faults),
    identifiers: readIdentifiers(pipeline, single),
  };
  return { query, faults };
};

const isOn = (value: string | null): boolean => value !== null && value !== 'false' && value !== '0';

const readOut = (value: string | null, faults: MemberFault[]): OutputForm => {
  if (value === null || value === 'js') return 'js';
  if (value !== 'json') faults.push({ pointer: '?out', detail: 'must be json or js' });
  return 'json';
};

const readUmdid = (value: string | null, faults: MemberFault[]): UmdidCookie | null => {
  if (value === null) return null;
  const decoded = decodeUmdidCookie(value);
  if (decoded === null) faults.push({ pointer: '?umdid', detail: 'must be the value of a umdid cookie' });
  return decoded;
};

const readIdentifiers = (
  pipeline: PipelineRules,
  single: (name: string) => string | null,
): ReadonlyMap<string, string> => {
  const identifiers = new Map<string, string>();
  for (const { rule, sources } of pipeline.identifiers) {
    const value = sources.some(({ from }) => from === 'query') ? single(rule.name) : null;
    if (value !== null) identifiers.set(rule.name, value);
  }
  return identifiers;
};
