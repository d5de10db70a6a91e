import { createServer } from 'node:http';
import { listenAndAnnounce } from './announce.ts';
import { HELLO } from './hello.ts';

listenAndAnnounce(
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': HELLO.length });
    response.end(HELLO);
  }),
);
