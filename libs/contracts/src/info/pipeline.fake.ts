import type { PipelineRules } from '@kith/domain/pipeline';
import { anAccount, anIdentifierRule } from '@kith/testing/builders';

const customerId = anIdentifierRule();

const account = anAccount({
  name: 'demo',
  owner: 'demo',
  identifiers: new Map([['customerId', customerId]]),
  blockedValues: new Set(['null']),
  permissions: new Set(['CS-OPT', 'CS-OM']),
  notifications: new Map([
    [
      'MAIN_CS',
      { name: 'MAIN_CS', versions: [1, 2], current: 2, covers: ['CS-OPT'], uxvariants: ['banner'] },
    ],
  ]),
});

/** A pipeline that takes `customerId` from the query string and allows two sections. */
export const aPipeline = (members: Partial<PipelineRules> = {}): PipelineRules => ({
  name: 'web',
  account,
  cookie: { domain: 'example.com', maxAge: 31_536_000, requires: null },
  origins: new Set(),
  identifiers: [{ rule: customerId, sources: [{ from: 'query' }] }],
  sections: new Set(['identifiers', 'permissions']),
  dataLayer: [],
  mappings: [],
  enrich: [],
  bots: { kinds: new Set(['crawler']), drop: false },
  trackingRequires: null,
  scriptContentType: 'application/json',
  unverifiedReads: 'full',
  access: null,
  rateLimits: {
    perAddress: { requests: 600, perMs: 60_000, everywhere: true },
    perDevice: { requests: 120, perMs: 60_000, everywhere: true },
  },
  tag: null,
  ...members,
});
