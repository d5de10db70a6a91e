import { randomUUID } from 'node:crypto';
import {
  CONSENT_HISTORY_PATH,
  consentPageSchema,
  consentVerdictSchema,
  consentVerdictsSchema,
  VERIFY_ALL_CONSENT_PATH,
  VERIFY_CONSENT_PATH,
} from '@kith/contracts';
import type { ConsentAdministration } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** The consent history as an administrator reaches it by way of the resolver. */
export interface ConsentClient extends ConsentAdministration {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createConsentClient = (options: ResolverClientOptions): ConsentClient => {
  const { post, close } = createSignedCalls(options);
  return {
    history: ({ account, deadline }, person, page) =>
      post({
        path: CONSENT_HISTORY_PATH,
        body: { account, person, ...page },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => consentPageSchema.parse(answer),
      }),
    verify: ({ account, deadline }, person) =>
      post({
        path: VERIFY_CONSENT_PATH,
        body: { account, person },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => consentVerdictSchema.parse(answer),
      }),
    verifyAll: ({ account, deadline }, page) =>
      post({
        path: VERIFY_ALL_CONSENT_PATH,
        body: { account, ...page },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => consentVerdictsSchema.parse(answer),
      }),
    close,
  };
};
