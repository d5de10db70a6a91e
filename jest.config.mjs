const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
  // The packages of the workspace are tested as they stand in the sources, not as they were last built.
  testEnvironmentOptions: { customExportConditions: ['@kith/source', 'node'] },
  modulePathIgnorePatterns: ['/dist/', '/.nx/'],
};

// Suites that freeze and kill servers and apps again and again take minutes: `test:faults` runs them.
const faults = '\\.faults\\.test\\.ts$';
// Suites that load the machine, or that its load would hurt, run one after the other.
const alone = '\\.alone\\.(.+\\.)?test\\.ts$';

/** Jest runs ES modules behind a flag of Node: NODE_OPTIONS=--experimental-vm-modules. */
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', faults],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/src/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', faults, alone],
    },
    { ...shared, displayName: 'alone', testRegex: [alone] },
    { ...shared, displayName: 'faults', testRegex: [faults] },
  ],
};
