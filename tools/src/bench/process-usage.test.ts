import { describe, expect, test } from 'vitest';
import { cpuMsOfStat, peakBytesOfStatus } from './process-usage.ts';

const stat = (name: string): string =>
  `42 (${name}) R 1 42 42 0 -1 4194304 900 0 3 0 250 75 0 0 20 0 11 0 9999 0 0`;

describe('what the system says of a process', () => {
  test('its CPU is that of user and system, in hundredths of a second', () => {
    expect(cpuMsOfStat(stat('node'))).toBe(3_250);
  });

  test('a name with blanks and brackets moves no field', () => {
    expect(cpuMsOfStat(stat('a) b (c'))).toBe(3_250);
  });

  test('its peak of memory is given in bytes', () => {
    expect(peakBytesOfStatus('VmPeak:\t 900 kB\nVmHWM:\t  128 kB\nVmRSS:\t 64 kB\n')).toBe(131_072);
  });
});
