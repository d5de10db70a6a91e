import type { AccountRules, EnrichmentStep } from '@kith/domain/pipeline';
import { compileBot } from './bot-step.ts';
import type { EnrichDocument } from './enrich-schema.ts';
import { compileGeo } from './geo-step.ts';
import { compileHttp } from './http-step.ts';
import { compileTable } from './table-step.ts';
import { compileUserAgent } from './user-agent-step.ts';

/** The steps of a pipeline, ready for use. */
export const compileEnrich = (account: AccountRules, document: EnrichDocument): readonly EnrichmentStep[] =>
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
