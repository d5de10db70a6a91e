import { settingsSchema as activation } from '@kith/activation-app/config';
import { settingsSchema as authToken } from '@kith/auth-token-app/config';
import { settingsSchema as cli } from '@kith/cli/config';
import { settingsSchema as graphqlQuery } from '@kith/graphql-query-app/config';
import { settingsSchema as identityResolver } from '@kith/identity-resolver-app/config';
import { settingsSchema as infoIngest } from '@kith/info-ingest-app/config';
import { settingsSchema as standalone } from '@kith/standalone/config';
import type { AppSettings } from './settings-page.ts';

/** The apps that are started and stay, in the order of the page. */
export const apps: readonly AppSettings[] = [
  { app: 'standalone', schema: standalone },
  { app: 'info-ingest', schema: infoIngest },
  { app: 'identity-resolver', schema: identityResolver },
  { app: 'activation', schema: activation },
  { app: 'graphql-query', schema: graphqlQuery },
  { app: 'auth-token', schema: authToken },
];

/** Everything that has settings: the apps, and the commands. */
export const settings: readonly AppSettings[] = [...apps, { app: 'cli', schema: cli }];
