import { startApart } from '../suite/apart.ts';
import { defineAdministration } from './define-administration.ts';

defineAdministration('an administrator, with the apps apart, by way of the resolver', async () => {
  const { url, byResolver, end } = await startApart();
  return { url, env: byResolver, end };
});

defineAdministration('an administrator, with the apps apart, in MongoDB itself', async () => {
  const { url, inMongodb, end } = await startApart();
  return { url, env: inMongodb, end };
});
