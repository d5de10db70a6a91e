import { beforeAll } from 'vitest';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { useKith } from '../kit/use-kith.ts';
import { defineAudits } from './define-audits.ts';
import { defineFederation } from './define-federation.ts';
import { defineHostileQueries } from './define-hostile-queries.ts';
import { fillStage, type GraphqlStage } from './graphql-stage.ts';

const kith = useKith(newStandaloneHome);
let filled: GraphqlStage;
beforeAll(async () => {
  filled = await fillStage(kith());
});

const stage: GraphqlStage = {
  url: () => filled.url(),
  token: () => filled.token(),
  person: () => filled.person(),
};

defineAudits(stage);
defineHostileQueries(stage);
defineFederation(stage);
