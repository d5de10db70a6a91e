import { composeServices } from '@apollo/composition';
import { ApolloGateway, LocalGraphQLDataSource, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'graphql';
import { postGraphql } from '../kit/analyst.ts';
import type { GraphqlStage } from './graphql-stage.ts';
import { letters, orders, type SubgraphBeside } from './subgraph-beside.ts';

const kith = 'kith';

/** Kith as one subgraph of several, behind Apollo's own composition and gateway. */
export const defineFederation = (stage: GraphqlStage): void => {
  describe('behind a gateway', () => {
    let supergraph: string;
    let beside: readonly SubgraphBeside[];

    beforeAll(async () => {
      beside = [orders(stage.person().umid), letters(stage.person().profileId)];
      const { data } = (await postGraphql(stage.url(), stage.token(), '{ _service { sdl } }')).json() as {
        data: { _service: { sdl: string } };
      };
      const { errors, supergraphSdl } = composeServices([
        { name: kith, typeDefs: parse(data._service.sdl), url: `${stage.url()}/graphql` },
        ...beside.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl), url: `http://${name}.test` })),
      ]);
      expect(errors).toBeUndefined();
      supergraph = supergraphSdl ?? '';
    });

    /** What the gateway answers to a caller who has this token. */
    const ask = async (query: string, token: string): Promise<unknown> => {
      const gateway = new ApolloGateway({
        supergraphSdl: supergraph,
        buildService: ({ name, url = '' }) => {
          const local = beside.find((one) => one.name === name);
          if (local !== undefined) return new LocalGraphQLDataSource(local.schema);
          return new RemoteGraphQLDataSource({
            url,
            willSendRequest: ({ request }) => {
              request.http?.headers.set('authorization', `Bearer ${token}`);
            },
          });
        },
      });
      const server = new ApolloServer({ gateway });
      await server.start();
      const { body } = await server.executeOperation({ query });
      await server.stop();
      return body.kind === 'single' ? body.singleResult : body;
    };

    test('persons of other subgraphs are found by umid, all at once', async () => {
      const { profileId } = stage.person();
      const query = '{ orders { number buyer { profileId category points } } }';
      const buyer = { profileId, category: 'customer', points: 120 };
      expect(await ask(query, stage.token())).toMatchObject({
        data: {
          orders: [
            { number: 1, buyer },
            { number: 2, buyer: null },
            { number: 3, buyer },
          ],
        },
      });
    });

    test('and by profile identifier, from there on to a third', async () => {
      const { umid } = stage.person();
      expect(await ask('{ letters { title reader { umid owner points } } }', stage.token())).toMatchObject({
        data: { letters: [{ title: 'News', reader: { umid, owner: 'demo', points: 120 } }] },
      });
    });

    test("Kith's own persons have what others add to them", async () => {
      const { umid } = stage.person();
      const query = `{ personTargetDataByUmid(umid: "${umid}") { category points } }`;
      expect(await ask(query, stage.token())).toMatchObject({
        data: { personTargetDataByUmid: { category: 'customer', points: 120 } },
      });
    });

    test('nobody is found without a good token', async () => {
      const answer = await ask('{ letters { title reader { owner } } }', 'no token');
      expect(answer).toMatchObject({
        data: { letters: [{ title: 'News', reader: null }] },
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
    });
  });
};
