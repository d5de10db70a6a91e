import { describe, expect, test } from 'vitest';
import { cpuMsOfStat, ownBytesOfSmaps } from './process-usage.ts';

const stat = (name: string): string =>
  `42 (${name}) R 1 42 42 0 -1 4194304 900 0 3 0 250 75 0 0 20 0 11 0 9999 0 0`;

describe('what the system says of a process', () => {
  test('its CPU is that of user and system, in hundredths of a second', () => {
    expect(cpuMsOfStat(stat('node'))).toBe(3_250);
  });

  test('a name with blanks and brackets moves no field', () => {
    expect(cpuMsOfStat(stat('a) b (c'))).toBe(3_250);
  });

  test('its memory is that of all mappings but the file of a store, in bytes', () => {
    const mapping = (file: string, resident: number): string =>
      `7f00-7fff rw-s 00000000 fe:00 42 ${file}\nSize: 900 kB\nKernelPageSize: 4 kB\nRss: ${resident} kB\n` +
      `Pss: ${resident} kB\nShared_Clean: 0 kB\nVmFlags: rd wr \n`;
    const store = ['/data/store/data.mdb', '/data/store/data.mdb (deleted)'].map((file) =>
      mapping(file, 500),
    );
    const own = ['', '[heap]', '/usr/bin/node', '/a b/data.mdb.js'].map((file) => mapping(file, 32));
    expect(ownBytesOfSmaps([own[0], store[0], own[1], own[2], store[1], own[3]].join(''))).toBe(131_072);
    expect(ownBytesOfSmaps(store.join(''))).toBe(0);
  });
});
