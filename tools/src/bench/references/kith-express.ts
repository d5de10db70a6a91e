import express from 'express';
import { listenWithKith } from './kith-server.ts';

const app = express();
app.get('/', (_request, response) => void response.json({ hello: 'world' }));
await listenWithKith({ fronts: [], app });
