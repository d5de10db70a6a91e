import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { listenAndAnnounce } from './announce.ts';
import { HELLO } from './hello.ts';

const KEY = 'kith-bench';
const redis = new Redis(process.env['REDIS_URL'] ?? '', { enableAutoPipelining: true });
await redis.set(KEY, HELLO, 'EX', 3_600);

listenAndAnnounce(
  createServer((_request, response) => {
    void redis.get(KEY).then((value) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': HELLO.length });
      response.end(value);
    });
  }),
);
