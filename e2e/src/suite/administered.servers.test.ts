import { defineAnalysts } from '../analysts/define-analysts.ts';
import { defineAdministration } from '../cli/define-administration.ts';
import { defineUsersApart } from '../cli/define-users-apart.ts';
import { defineOverload } from '../overload/define-overload.ts';
import { defineErasure } from '../privacy/define-erasure.ts';
import { serverTexts } from '../privacy/server-texts.ts';
import { useApart } from './apart.ts';

/** One start of the apps apart, with the shipped configuration, for all who administer and analyse. */
const apart = useApart();
/** They leave its end to the last of them. */
const end = async (): Promise<void> => undefined;

defineUsersApart(apart);

defineAnalysts('an analyst, of the apps apart', async () => {
  const { url, suite, byResolver } = apart();
  const { authUrl, graphqlUrl } = suite;
  return { url, authUrl, graphqlUrl, env: byResolver, end };
});

defineAdministration('an administrator, with the apps apart, by way of the resolver', async () => {
  const { url, byResolver } = apart();
  return { url, env: byResolver, end };
});

defineAdministration('an administrator, with the apps apart, in MongoDB itself', async () => {
  const { url, inMongodb } = apart();
  return { url, env: inMongodb, end };
});

defineErasure('a person is erased, with the apps apart, by way of the resolver', async () => {
  const { url, byResolver, servers } = apart();
  return { url: () => url, env: byResolver, everything: () => serverTexts(servers.environment), end };
});

defineOverload('more than the apps apart can do', () => apart().suite);
