type Members = Readonly<Record<string, unknown>>;

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
  ...more,
});
