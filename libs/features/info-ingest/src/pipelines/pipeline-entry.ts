import {
  createInfoQueryReader,
  infoBodySchema,
  type InfoBodySchema,
  type InfoQueryReader,
} from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import { createOwnSite, type OwnSite } from './own-site.ts';
import { pipelineSecrets, type PipelineSecrets } from './pipeline-secrets.ts';
import { visitorCookieHeader, type VisitorCookieHeader } from './visitor-cookie.ts';

/** What the edge takes of a configuration. */
export interface EdgeConfiguration {
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  readonly limits: EdgeLimits;
  /** The contents of the files that the rules name: secrets and keys. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Bytes of a body; milliseconds that the stores have for one answer. */
export interface EdgeLimits {
  readonly bodyBytes: number;
  readonly deadlineMs: number;
}

/** A pipeline with all that its requests are read, checked and answered by: taken once, a request ends as it began. */
export interface PipelineEntry {
  readonly rules: PipelineRules;
  readonly limits: EdgeLimits;
  readonly bodySchema: InfoBodySchema;
  readonly secrets: PipelineSecrets;
  readonly readQuery: InfoQueryReader;
  readonly site: OwnSite;
  /** null: the pipeline sets no cookie. */
  readonly cookieHeader: VisitorCookieHeader | null;
  /** Some identifier may come as a cookie. */
  readonly takesCookies: boolean;
}

/** The entry points of all accounts by name. */
export type PipelineEntries = ReadonlyMap<string, PipelineEntry>;

/** Prepares the entry points once per configuration, before it comes into force. */
export const pipelineEntries = (configuration: EdgeConfiguration): PipelineEntries =>
  new Map(
    Array.from(configuration.pipelines, ([name, rules]) => [name, pipelineEntry(rules, configuration)]),
  );

const pipelineEntry = (rules: PipelineRules, { limits, files }: EdgeConfiguration): PipelineEntry => ({
  rules,
  limits,
  bodySchema: infoBodySchema(rules),
  secrets: pipelineSecrets(rules, files),
  readQuery: createInfoQueryReader(rules),
  site: createOwnSite(rules),
  cookieHeader: rules.cookie === null ? null : visitorCookieHeader(rules.cookie),
  takesCookies: rules.identifiers.some(({ sources }) => sources.some(({ from }) => from === 'cookie')),
});
