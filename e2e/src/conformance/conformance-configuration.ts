const cookie = { domain: 'example.com', maxAge: 31_536_000 };
const everySection = ['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions'];

/** The shipped account, with what its decisions have besides: a login that merges, notifications that overlap. */
const demo = {
  owner: 'demo',
  identifiers: {
    customerId: { kind: 'login' },
    loyaltyId: { kind: 'login', merge: true },
    email_sha256: { kind: 'login', pattern: '^[0-9a-f]{64}$', normalise: ['trim', 'lowercase'] },
    enemail: { kind: 'login', many: true },
    mt1: { kind: 'network' },
    mt2: { kind: 'network', shared: true },
    deviceId: { kind: 'device', many: true },
  },
  blockedValues: ['Staff'],
  permissions: ['CS-OM', 'CS-NBA', 'CS-OPT', 'CS-UTIQ'],
  notifications: {
    MAIN_CS: {
      versions: [1, 2],
      current: 2,
      covers: ['CS-OM', 'CS-NBA', 'CS-OPT'],
      uxvariants: ['banner', 'wall'],
    },
    UTIQ_CS: { versions: [1], current: 1, covers: ['CS-UTIQ'] },
    OFFER_CS: { versions: [1, 3], current: 3, covers: ['CS-NBA'] },
  },
  linking: ['sharedIdentifier'],
  attributes: {
    pageViews: { count: 'page' },
    lastPage: { latest: 'page.name' },
    topCategory: { top: 'action.category' },
  },
  pipelines: {
    web: {
      cookie,
      origins: ['https://www.example.com', 'http://localhost:3000'],
      identifiers: [
        'customerId',
        'loyaltyId',
        'email_sha256',
        'enemail',
        'profileId',
        'mt1',
        'mt2',
        'deviceId',
      ],
      sections: everySection,
    },
    server: {
      cookie: false,
      identifiers: ['customerId', 'email_sha256', 'deviceId'],
      identifierSources: {
        customerId: ['query', 'body', 'header:X-Customer-Id', 'cookie:crm_id'],
        deviceId: ['body'],
      },
      sections: ['attributes', 'identifiers', 'permissions', 'notifications'],
    },
    analytics: { cookie, identifiers: [], sections: [], tracking: { requires: 'CS-OPT' } },
    bound: { cookie, identifiers: ['customerId', 'mt1'], sections: everySection, unverifiedReads: 'bound' },
    none: { cookie, identifiers: ['customerId', 'mt1'], sections: everySection, unverifiedReads: 'none' },
    scripts: { cookie, sections: [], scriptContentType: 'text/javascript' },
  },
};

/** A second tenant, whose rules differ where an account may choose. */
const other = {
  owner: 'other',
  identifiers: { customerId: { kind: 'login' }, deviceId: { kind: 'device', many: true } },
  permissions: ['CS-OPT'],
  linking: ['sameDevice'],
  mergePermissions: 'identifiedWithdrawalWins',
  pipelines: {
    elsewhere: { cookie, identifiers: ['customerId', 'deviceId'], sections: everySection },
  },
};

/** Smaller than the defaults, so that it shows that the configured ones count. */
export const limits = { bodyBytes: 32_768, headerBytes: 8_192, deadlineMs: 10_000 } as const;

/** The configuration of the conformance suites. */
export const conformanceConfiguration = { accounts: { demo, other }, limits };
