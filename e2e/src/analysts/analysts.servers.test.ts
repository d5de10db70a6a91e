import { startApart } from '../suite/apart.ts';
import { defineAnalysts } from './define-analysts.ts';

defineAnalysts('an analyst, of the apps apart', async () => {
  const { url, suite, byResolver, end } = await startApart();
  const { authUrl, graphqlUrl } = suite;
  return { url, authUrl, graphqlUrl, env: byResolver, end };
});
