import type { SubjectProgram } from '../subject-process.ts';

/** A standalone on free ports and the data of a directory. */
export const standaloneOn = (dataDir: string): SubjectProgram => ({
  name: 'standalone',
  main: 'apps/standalone/dist/main.js',
  readyLine: /Visits\s+(http:\/\/[^/]+)/,
  variables: {
    HOST: '127.0.0.1',
    PORT: '0',
    MANAGEMENT_PORT: '0',
    DATA_DIR: dataDir,
    BOOTSTRAP_USERNAME: 'bench',
    BOOTSTRAP_PASSWORD: 'correct horse battery staple',
  },
});
