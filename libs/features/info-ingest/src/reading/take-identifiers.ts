import type { IncomingHttpHeaders } from 'node:http';
import { pointerOf, signatureName, type InfoBody, type MemberFault } from '@kith/contracts';
import { normaliseIdentifier, type Identifier } from '@kith/domain/identity';
import type { IdentifierSource, PipelineIdentifier, PipelineRules } from '@kith/domain/pipeline';
import type { PipelineSecrets } from '../pipelines/pipeline-secrets.ts';

/** Where a request may carry identifiers. */
export interface IdentifierPlaces {
  readonly query: ReadonlyMap<string, string>;
  /** The query string as it came, without the `?`. */
  readonly rawQuery: string;
  readonly body: InfoBody;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

/** The request's identifiers in the pipeline's order of priority, what was at fault, and how many identify nobody. */
export interface TakenIdentifiers {
  readonly identifiers: readonly Identifier[];
  readonly faults: readonly MemberFault[];
  readonly blocked: number;
}

/** Takes each identifier from the first of its sources that has a value which identifies. */
export const takeIdentifiers = (
  pipeline: PipelineRules,
  signatures: PipelineSecrets['signatures'],
  places: IdentifierPlaces,
): TakenIdentifiers => {
  const identifiers: Identifier[] = [];
  const faults: MemberFault[] = [];
  let blocked = 0;
  for (const taken of pipeline.identifiers) {
    for (const source of taken.sources) {
      const raw = rawValue(taken, source, places);
      if (raw === null) continue;
      const result = normaliseIdentifier(taken.rule, pipeline.account.blockedValues, raw);
      if (result.kind === 'invalid') faults.push({ pointer: placeOf(taken, source), detail: result.why });
      if (result.kind === 'ignored' && result.why === 'blocked') blocked += 1;
      if (result.kind !== 'taken') continue;
      const isSigned = signatures.get(taken.rule.name)?.(
        signatureOf(taken, source, places),
        raw,
        result.value,
      );
      if (isSigned === false)
        faults.push({ pointer: placeOf(taken, source), detail: 'not signed as it must be' });
      identifiers.push({ name: taken.rule.name, value: result.value });
      break;
    }
  }
  return { identifiers, faults, blocked };
};

const rawValue = (
  { rule }: PipelineIdentifier,
  source: IdentifierSource,
  { query, body, headers, cookies }: IdentifierPlaces,
): string | null => {
  switch (source.from) {
    case 'query':
      return query.get(rule.name) ?? null;
    case 'body':
      return textOf(body[rule.name]);
    case 'header':
      return utf8Of(textOf(headers[source.name]));
    case 'cookie':
      return utf8Of(cookies[source.name] ?? null);
  }
};

/** A signature stands where its identifier stands; one that came twice counts as none. */
const signatureOf = (
  { rule }: PipelineIdentifier,
  source: IdentifierSource,
  { rawQuery, body, headers, cookies }: IdentifierPlaces,
): string | null => {
  switch (source.from) {
    case 'query': {
      const [signature = null, ...more] = new URLSearchParams(rawQuery).getAll(signatureName(rule.name));
      return more.length === 0 ? signature : null;
    }
    case 'body':
      return textOf(body[signatureName(rule.name)]);
    case 'header':
      // Many proxies drop headers with an underscore.
      return textOf(headers[`${source.name}-sig`]);
    case 'cookie':
      return cookies[signatureName(source.name)] ?? null;
  }
};

const BEYOND_ASCII = /[\x80-\xff]/;

/** Node reads the bytes of a header as Latin-1; where they are no UTF-8, the value is refused further on. */
const utf8Of = (value: string | null): string | null =>
  value === null || !BEYOND_ASCII.test(value) ? value : Buffer.from(value, 'latin1').toString('utf8');

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const placeOf = ({ rule }: PipelineIdentifier, source: IdentifierSource): string => {
  switch (source.from) {
    case 'query':
      return `?${rule.name}`;
    case 'body':
      return pointerOf([rule.name]);
    case 'header':
    case 'cookie':
      return `${source.from}:${source.name}`;
  }
};
