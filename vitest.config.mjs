import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

/** Apollo's packages require GraphQL's CommonJS form: two forms in one process do not know each other's types. */
const oneGraphql = {
  name: 'one-graphql',
  enforce: 'pre',
  resolveId: (id, importer) => (id === 'graphql' ? createRequire(importer).resolve(id) : undefined),
};
// The packages of the workspace are tested as they stand in the sources, not as they were last built.
const conditions = ['@kith/source', 'node'];

export default defineConfig({
  plugins: [oneGraphql],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  oxc: { target: 'es2023' },
  test: {
    include: ['{apps,libs,tools}/**/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.faults.test.ts', '**/*.servers.test.ts'],
    pool: 'forks', isolate: false, maxWorkers: 2,
    testTimeout: 60000, hookTimeout: 60000,
    sequence: { hooks: 'list' },
    reporters: ['default'],
  },
});
