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
/** A run that searches tries each random property more often: see `runs` of the testing library. */
const patience = process.env.KITH_TEST_LONG === '1' ? 40 : 1;

export default defineConfig({
  plugins: [oneGraphql],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  oxc: { target: 'es2023' },
  test: {
    include: ['{apps,demo,libs,suites,tools,e2e}/**/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // What is drawn by chance is the same for the same commit.
    setupFiles: ['tools/src/test/vitest.setup.ts'],
    // One worker runs its suites one after the other and links each module once.
    pool: 'forks',
    isolate: false,
    // What a test waits for is bounded by itself; this is for what hangs, on a machine that is busy with other things.
    testTimeout: patience * 300_000,
    hookTimeout: patience * 300_000,
    expect: { poll: { timeout: 180_000 } },
    sequence: { hooks: 'list' },
    // Dozens of processes, one a target, transform the same modules.
    experimental: { fsModuleCache: true },
  },
});
