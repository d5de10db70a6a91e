import { describe, expect, test } from 'vitest';
import { needs, releaseAll, surveyMachine, type Requirement } from './requirement.ts';

describe('what suites need', () => {
  const lookedFor: string[] = [];
  const released: string[] = [];
  const requirement = (mark: string): Requirement => ({
    mark,
    name: mark,
    find: () => {
      lookedFor.push(mark);
      const release = (): Promise<void> => {
        released.push(mark);
        return Promise.resolve();
      };
      return { found: true, environment: {}, release };
    },
  });

  test('a suite names its needs in its file name, one or several', () => {
    expect(needs('libs/a.servers.test.ts', 'servers')).toBe(true);
    expect(needs('e2e/a.servers.chromium.test.ts', 'servers')).toBe(true);
    expect(needs('e2e/a.servers.chromium.test.ts', 'chromium')).toBe(true);
    expect(needs('libs/servers/a.test.ts', 'servers')).toBe(false);
    expect(needs('libs/servers.test.ts', 'servers')).toBe(false);
  });

  test('only what these suites need is looked for, and what was started is ended', async () => {
    const survey = await surveyMachine(
      [requirement('servers'), requirement('chromium')],
      ['a.servers.test.ts'],
    );
    expect(lookedFor).toEqual(['servers']);
    await releaseAll(survey);
    expect(released).toEqual(['servers']);
  });
});
