type Members = Readonly<Record<string, unknown>>;

/** No request fails because the machine is busy with other things: the default is 2 s. */
export const PATIENCE = { limits: { deadlineMs: 20_000 } };

/** A configuration of one account with a pipeline `web`, whose members a test changes. */
export const configurationOf = (account: Members, web: Members = {}, more: Members = {}): object => ({
  accounts: {
    demo: {
      owner: 'demo',
      ...account,
      pipelines: {
        web: {
          cookie: { domain: 'example.com' },
          identifiers: Object.keys(account['identifiers'] ?? {}),
          sections: ['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions'],
          ...web,
        },
        ...(account['pipelines'] ?? {}),
      },
    },
  },
  ...PATIENCE,
  ...more,
});
