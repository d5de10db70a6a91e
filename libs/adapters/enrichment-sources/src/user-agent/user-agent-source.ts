import type { UserAgentStep } from '@kith/domain/pipeline';
import type { EnrichmentOutcome, EnrichmentSource } from '@kith/ports';
import { readUserAgent } from './read-user-agent.ts';

/** So much of a header is looked at: what a client may send beyond it costs nothing. */
const MAX_LENGTH = 500;

/** Says what the `User-Agent` header tells, at once. */
export const createUserAgentSource = (): EnrichmentSource<UserAgentStep> => ({
  keyOf: (_step, { userAgent }) => (userAgent === '' ? null : userAgent.slice(0, MAX_LENGTH)),
  look: (_deadline, _step, { userAgent }): EnrichmentOutcome => {
    const values = readUserAgent(userAgent.slice(0, MAX_LENGTH));
    return Object.keys(values).length === 0 ? { kind: 'nothing' } : { kind: 'found', values };
  },
});
