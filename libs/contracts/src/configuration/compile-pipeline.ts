import { PROFILE_ID_RULE } from '@kith/domain/identity';
import type {
  AccountRules,
  BotRules,
  CookieRules,
  EnrichmentStep,
  IdentifierRule,
  PipelineIdentifier,
  PipelineRules,
} from '@kith/domain/pipeline';
import { compileTag } from './compile-tag.ts';
import { compileBot } from './enrich/bot-step.ts';
import type { EnrichDocument } from './enrich/enrich-schema.ts';
import { compileGeo } from './enrich/geo-step.ts';
import { compileHttp } from './enrich/http-step.ts';
import { compileTable } from './enrich/table-step.ts';
import { compileUserAgent } from './enrich/user-agent-step.ts';
import { compileSource, type PipelineDocument } from './pipeline-schema.ts';
import { compileRateLimits } from './rate.ts';

const ruleOf = (account: AccountRules, name: string): IdentifierRule => {
  const rule = name === PROFILE_ID_RULE.name ? PROFILE_ID_RULE : account.identifiers.get(name);
  if (rule === undefined) throw new RangeError(`account ${account.name} has no identifier ${name}`);
  return rule;
};

const compileCookie = (cookie: PipelineDocument['cookie']): CookieRules | null =>
  cookie === false
    ? null
    : { domain: cookie.domain, maxAge: cookie.maxAge, requires: cookie.requires ?? null };

/** The query string is on by default (docs/behaviour.md#where-identifiers-come-from). */
const compileIdentifier = (
  account: AccountRules,
  document: PipelineDocument,
  name: string,
): PipelineIdentifier => ({
  rule: ruleOf(account, name),
  sources: (document.identifierSources[name] ?? ['query']).map(compileSource),
});

/** Curl, servers and headless browsers are bots only where a step says so. */
const compileBots = ({ bots, enrich }: PipelineDocument): BotRules => ({
  kinds: new Set(['crawler', ...enrich.flatMap((step) => (step.type === 'bot' ? step.also : []))]),
  drop: bots === 'drop',
});

/** A pipeline ready for use. */
export const compilePipeline = (
  account: AccountRules,
  name: string,
  document: PipelineDocument,
): PipelineRules => ({
  name,
  account,
  cookie: compileCookie(document.cookie),
  origins: new Set(document.origins),
  identifiers: document.identifiers.map((identifier) => compileIdentifier(account, document, identifier)),
  sections: new Set(document.sections),
  enrich: compileEnrich(account, document.enrich),
  bots: compileBots(document),
  dataLayer: document.dataLayer,
  mappings: Object.entries(document.mapping).map(([mapping, expression]) => ({ name: mapping, expression })),
  trackingRequires: document.tracking.requires ?? null,
  scriptContentType: document.scriptContentType,
  unverifiedReads: document.unverifiedReads,
  access: document.access ?? null,
  rateLimits: compileRateLimits(document.rateLimits),
  tag: compileTag(document),
});

/** The steps of a pipeline, ready for use. */
const compileEnrich = (account: AccountRules, document: EnrichDocument): readonly EnrichmentStep[] =>
  document.map((step) => compileStep(account, step));

const compileStep = (account: AccountRules, document: EnrichDocument[number]): EnrichmentStep => {
  switch (document.type) {
    case 'userAgent':
      return compileUserAgent(document);
    case 'bot':
      return compileBot(document);
    case 'geo':
      return compileGeo(document);
    case 'http':
      return compileHttp(document);
    case 'table':
      return compileTable(document, account);
  }
};
