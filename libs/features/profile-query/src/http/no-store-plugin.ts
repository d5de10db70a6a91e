import type { ApolloServerPlugin } from '@apollo/server';
import type { QueryContext } from '../people/query-context.ts';

/** The library lets some of its errors be stored; every answer is for nobody else. */
export const noStorePlugin: ApolloServerPlugin<QueryContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response }) => void response.http.headers.set('cache-control', 'no-store'),
  }),
};
