import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';

/** The largest file, in bytes; it is kept in memory. */
const MAX_BYTES = 1_073_741_824;

/** Says what a file knows of an address: a record, or null. Throws where the file is broken there. */
export type AddressLookUp = (address: string) => unknown;

/** Addresses that every look at a broken tree or data goes wrong with. */
const PROBES = ['1.1.1.1', '8.8.8.8', '203.0.113.1', '2001:4860:4860::8888', '2a00::1'];

/** Reads a file in MaxMind's format; throws with a sentence where it is none. */
export const readMmdb = async ({ file }: { readonly file: string }): Promise<AddressLookUp> => {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES} bytes`);
  const content = await readFile(file);
  try {
    const lookUp = lookUpIn(content);
    PROBES.forEach(lookUp);
    return lookUp;
  } catch (cause) {
    throw new Error("is no file in MaxMind's format, or broken", { cause });
  }
};

const lookUpIn = (content: Buffer): AddressLookUp => {
  const reader = new Reader<Response>(content);
  const { searchTreeSize, ipVersion } = reader.metadata;
  // The format has 16 zeros between tree and data.
  const between = content.subarray(searchTreeSize, searchTreeSize + 16);
  if (between.length < 16 || between.some((byte) => byte !== 0)) throw new Error('the tree has another size');
  // In a tree of version 4 the first bits of a longer address would lead to somebody else.
  return (address) => (ipVersion === 4 && isIP(address) === 6 ? null : reader.get(address));
};
