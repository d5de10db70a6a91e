import type { MadeCredentials } from './bootstrap-user.ts';

/** What a person wants to know of a standalone that has started. */
export interface Started {
  readonly publicUrl: string;
  readonly managementUrl: string;
  readonly dataDirectory: string;
  readonly configFile: string;
  readonly pipelines: readonly string[];
  /** Whether the demo page is there. */
  readonly hasDemo: boolean;
  readonly credentials: MadeCredentials | null;
}

/** The text that standalone prints when it is ready. */
export const banner = (started: Started): string => {
  const { publicUrl, managementUrl, dataDirectory, configFile, pipelines, hasDemo, credentials } = started;
  return [
    'Kith is running: info-ingest, identity-resolver, activation, graphql-query and auth-token in one process.',
    '',
    ...(hasDemo ? [`  Demo            ${publicUrl}/demo`] : []),
    `  Visits          ${publicUrl}/op/${pipelines[0] ?? '{pipeline}'}/info`,
    `  Offline token   ${publicUrl}/auth/offline-token`,
    `  GraphQL         ${publicUrl}/graphql`,
    `  Management      ${managementUrl}/readyz  ${managementUrl}/metrics`,
    '',
    `  Pipelines       ${pipelines.join(', ')}   (${configFile})`,
    `  Data            ${dataDirectory}`,
    ...(credentials === null
      ? []
      : [
          '',
          `  First user      ${credentials.username}`,
          `  Password        ${credentials.password}   (shown this once)`,
        ]),
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
};
