import { startApart } from '../suite/apart.ts';
import { defineErasure } from './define-erasure.ts';
import { serverTexts } from './server-texts.ts';

defineErasure('a person is erased, with the apps apart, by way of the resolver', async () => {
  const { url, byResolver, servers, end } = await startApart();
  return { url: () => url, env: byResolver, everything: () => serverTexts(servers.environment), end };
});
