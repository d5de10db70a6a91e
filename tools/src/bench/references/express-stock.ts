import { createServer } from 'node:http';
import express from 'express';
import { listenAndAnnounce } from './announce.ts';

const app = express();
app.get('/', (_request, response) => void response.json({ hello: 'world' }));
listenAndAnnounce(createServer(app));
