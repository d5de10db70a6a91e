import {
  AUDIENCE_PATH,
  EXPLAIN_PATH,
  explainCallSchema,
  explanationSchema,
  IMPORT_PATH,
  UNMERGE_PATH,
  unmergeCallSchema,
  unmergingSchema,
} from '@kith/contracts';
import { answerJson, notFound, readBody, type Front } from '@kith/platform';
import type {
  Administration,
  AttributeAdministration,
  AudienceExport,
  ConsentAdministration,
  DeadLetterAdministration,
  ProfileImport,
  PrivacyAdministration,
} from '@kith/ports';
import { audienceRoute } from './audience-route.ts';
import { consentRoutes } from './consent-routes.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { importRoute } from './import-route.ts';
import { readCall, type InternalRoute } from './internal-routes.ts';
import { privacyRoutes } from './privacy-routes.ts';
import { recomputeRoute } from './recompute-route.ts';

/** The most that a call may bring, in bytes: a whole info request and what was made of it. */
const CALL_BYTES = 1024 * 1024;

/** What administrators may call. */
export interface Administrable {
  readonly administration: Administration;
  readonly consent: ConsentAdministration;
  readonly privacy: PrivacyAdministration;
  readonly imports: ProfileImport;
  readonly deadLetters: DeadLetterAdministration;
  readonly audiences: AudienceExport;
  readonly attributes: AttributeAdministration;
}

/** The calls of administrators by their paths. */
export const administrationRoutes = ({
  administration,
  consent,
  privacy,
  imports,
  deadLetters,
  audiences,
  attributes,
}: Administrable): ReadonlyMap<string, InternalRoute> =>
  new Map([
    [EXPLAIN_PATH, explainRoute(administration)],
    [UNMERGE_PATH, unmergeRoute(administration)],
    [IMPORT_PATH, importRoute(imports)],
    [AUDIENCE_PATH, audienceRoute(audiences)],
    recomputeRoute(attributes),
    ...consentRoutes(consent),
    ...privacyRoutes(privacy),
    ...deadLetterRoutes(deadLetters),
  ]);

/**
 * The calls of administrators as they are: to be served only where the caller is known to be one, as on a socket that
 * nobody else may open.
 */
export const createAdministrationFronts = (administrable: Administrable): readonly Front[] =>
  Array.from(administrationRoutes(administrable), ([path, route]) => ({
    prefix: path,
    handle: async (exchange) => {
      if (exchange.path !== path || exchange.request.method !== 'POST') throw notFound();
      const body = (await readBody(exchange.request, CALL_BYTES)).toString('utf8');
      const { deadline, log } = exchange;
      answerJson(exchange, await route({ body, deadline, patience: deadline, log }));
    },
  }));

const explainRoute =
  ({ explain }: Administration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, ...call } = readCall(explainCallSchema, body);
    return explanationSchema.parse(await explain({ account, deadline }, call));
  };

/** That it was asked, and what became of it, stands in the log; of whom, keyed, in the audit trail alone. */
const unmergeRoute =
  ({ unmerge }: Administration): InternalRoute =>
  async ({ body, deadline, log }) => {
    const { account, umid, caller } = readCall(unmergeCallSchema, body);
    const unmerging = unmergingSchema.parse(await unmerge({ account, deadline }, umid, caller));
    log.info(
      { account, ...(caller === undefined ? {} : { by: caller.by }), kind: unmerging.kind },
      'an administrator asked to undo a merge',
    );
    return unmerging;
  };
