import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { listenAndAnnounce } from './announce.ts';

const server = new ApolloServer({
  typeDefs: 'type Query { hello: String! }',
  resolvers: { Query: { hello: () => 'world' } },
});
await server.start();
const app = express();
app.use('/graphql', express.json(), expressMiddleware(server));
listenAndAnnounce(createServer(app));
