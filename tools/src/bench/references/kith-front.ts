import { HELLO } from './hello.ts';
import { listenWithKith } from './kith-server.ts';

await listenWithKith({
  fronts: [
    {
      prefix: '/',
      handle: async ({ response }) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': HELLO.length });
        response.end(HELLO);
      },
    },
  ],
});
