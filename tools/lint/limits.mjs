/** What a source may have at the most. A test is one long `describe`, so the length of its functions is not asked. */
export const LIMITS = {
  'max-lines': ['error', 350],
  'max-params': ['error', 4],
  complexity: ['error', 12],
};
export const FUNCTION_LIMITS = { 'max-lines-per-function': ['error', 60] };

/** Sources above a limit, by its rule: whoever mends one takes it from the list, and none is added. */
export const ABOVE_LIMITS = {
  complexity: [
    'apps/cli/src/commands/doctor/misbehaving-kith.fake.ts',
    'e2e/src/kit/raw-exchange.ts',
    'libs/adapters/embedded/src/people/profile-catalogue.ts',
    'libs/domain/src/tracking/attributes/attributes.test.ts',
    'libs/web-tag/src/tag/sender.ts',
  ],
  'max-lines': [
    'libs/adapters/mongodb/src/mongodb-plans.servers.test.ts',
    'libs/domain/src/identity/decide/decide.test.ts',
    'libs/domain/src/identity/unmerge/decide-unmerge.test.ts',
    'libs/platform/src/http/http-server.test.ts',
    'suites/src/spooling/spooled-log.test.ts',
  ],
  'max-params': [
    'apps/cli/src/commands/doctor/doctor.openssl.test.ts',
    'apps/cli/src/commands/importing/split-csv.ts',
    'e2e/src/tracking/data-layers.test.ts',
    'libs/adapters/embedded/src/tracking/read-events.ts',
    'libs/adapters/embedded/src/tracking/tracking-store.ts',
    'libs/adapters/mongodb/src/people/profile-catalogue.ts',
    'libs/adapters/mongodb/src/tracking/tracking-store.ts',
    'libs/contracts/src/consent/consent-receipt.test.ts',
    'libs/domain/src/identity/draft/attach.ts',
    'libs/domain/src/tracking/derive-event-id.ts',
    'libs/features/info-ingest/src/enriching/http/http-source.ts',
  ],
};

/** Sources of features that take time or chance from the machine, not from their deps: none is added. */
export const OWN_CLOCK = [
  'libs/features/destinations/src/keeping/lease.ts',
  'libs/features/destinations/src/start-destinations.ts',
  'libs/features/token-issuing/src/http/session-cookie.ts',
  'libs/features/token-issuing/src/tokens/refresh-tokens.ts',
  'libs/features/token-issuing/src/users/password-hasher.ts',
];
