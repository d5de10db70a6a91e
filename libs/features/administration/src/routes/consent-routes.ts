import {
  CONSENT_HISTORY_PATH,
  consentHistoryCallSchema,
  consentPageSchema,
  consentVerdictSchema,
  consentVerdictsSchema,
  VERIFY_ALL_CONSENT_PATH,
  VERIFY_CONSENT_PATH,
  verifyAllConsentCallSchema,
  verifyConsentCallSchema,
} from '@kith/contracts';
import type { ConsentAdministration } from '@kith/ports';
import { readCall, type InternalRoute } from './internal-routes.ts';

/** The calls of administrators about consent, by their paths. */
export const consentRoutes = (consent: ConsentAdministration): ReadonlyMap<string, InternalRoute> =>
  new Map([
    [CONSENT_HISTORY_PATH, historyRoute(consent)],
    [VERIFY_CONSENT_PATH, verifyRoute(consent)],
    [VERIFY_ALL_CONSENT_PATH, verifyAllRoute(consent)],
  ]);

const historyRoute =
  ({ history }: ConsentAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, person, after, limit } = readCall(consentHistoryCallSchema, body);
    return consentPageSchema.parse(await history({ account, deadline }, person, { after, limit }));
  };

const verifyRoute =
  ({ verify }: ConsentAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, person } = readCall(verifyConsentCallSchema, body);
    return consentVerdictSchema.parse(await verify({ account, deadline }, person));
  };

const verifyAllRoute =
  ({ verifyAll }: ConsentAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, after, limit } = readCall(verifyAllConsentCallSchema, body);
    return consentVerdictsSchema.parse(await verifyAll({ account, deadline }, { after, limit }));
  };
