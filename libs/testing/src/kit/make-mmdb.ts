import { isIP } from 'node:net';

/** A value in a file of MaxMind's format: what its databases are made of. */
export type MmdbValue = string | number | readonly MmdbValue[] | { readonly [member: string]: MmdbValue };

/** What is known of networks, by their ranges: `81.2.69.0/24`, `2001:db8::/32`. */
export type MmdbNetworks = Readonly<Record<string, MmdbValue>>;

/** A node has two records: another node, data at a place, or nothing. */
type Entry = { readonly node: number } | { readonly data: number } | null;
type Node = [Entry, Entry];

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const BETWEEN = Buffer.alloc(16);
const RECORD_BITS = 24;

/** Makes a small file in MaxMind's DB format 2.0, with addresses of both versions or of version 4 alone. */
export const makeMmdb = (networks: MmdbNetworks, ipVersion: 4 | 6 = 6): Buffer => {
  const nodes: Node[] = [[null, null]];
  const data: Buffer[] = [];
  for (const [range, value] of Object.entries(networks)) {
    const place = data.reduce((sum, { length }) => sum + length, 0);
    data.push(encode(value));
    insert(nodes, bitsOf(range, ipVersion), { data: place });
  }
  return Buffer.concat([treeOf(nodes), BETWEEN, ...data, MARKER, encode(metadataOf(nodes, ipVersion))]);
};

const insert = (nodes: Node[], bits: readonly number[], entry: Entry): void => {
  let at = 0;
  for (const [depth, bit] of bits.entries()) {
    const node = nodes[at]!;
    if (depth === bits.length - 1) {
      node[bit] = entry;
      return;
    }
    const next = node[bit] ?? { node: nodes.push([null, null]) - 1 };
    if (!('node' in next)) throw new RangeError('a network lies within another');
    node[bit] = next;
    at = next.node;
  }
};

/** The bits of a network; those of version 4 stand at the end of 96 zeros in a tree of version 6. */
const bitsOf = (range: string, ipVersion: 4 | 6): readonly number[] => {
  const [address = '', length = ''] = range.split('/');
  const isV4 = isIP(address) === 4;
  const bytes = isV4 ? address.split('.').map(Number) : bytesOfIpv6(address);
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, n) => (byte >> (7 - n)) & 1));
  const prefix = bits.slice(0, Number(length));
  return isV4 && ipVersion === 6 ? [...Array.from({ length: 96 }, () => 0), ...prefix] : prefix;
};

const bytesOfIpv6 = (address: string): readonly number[] => {
  const [head = '', tail = ''] = address.split('::').map((part) => part);
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)].flatMap(
    (group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 0xff];
    },
  );
};

const treeOf = (nodes: readonly Node[]): Buffer => {
  const tree = Buffer.alloc((nodes.length * RECORD_BITS * 2) / 8);
  nodes.flat().forEach((entry, index) => {
    tree.writeUIntBE(recordOf(entry, nodes.length), (index * RECORD_BITS) / 8, RECORD_BITS / 8);
  });
  return tree;
};

const recordOf = (entry: Entry, count: number): number => {
  if (entry === null) return count;
  return 'node' in entry ? entry.node : count + BETWEEN.length + entry.data;
};

const metadataOf = (nodes: readonly Node[], ipVersion: number): MmdbValue => ({
  binary_format_major_version: 2,
  binary_format_minor_version: 0,
  build_epoch: 1_700_000_000,
  database_type: 'Test',
  description: { en: 'Made by a test' },
  ip_version: ipVersion,
  languages: ['en'],
  node_count: nodes.length,
  record_size: RECORD_BITS,
});

const encode = (value: MmdbValue): Buffer => {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    return Buffer.concat([control(6, number.length), number]);
  }
  if (isList(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const members = Object.entries(value);
  return Buffer.concat([control(7, members.length), ...members.flat().map(encode)]);
};

const isList = (value: MmdbValue): value is readonly MmdbValue[] => Array.isArray(value);

/** Type and size; types above 7 stand in a byte of their own, sizes from 29 to 284 too. */
const control = (type: number, size: number): Buffer => {
  const short = Math.min(size, 29);
  const more = size >= 29 ? [size - 29] : [];
  return Buffer.from(type > 7 ? [short, type - 7, ...more] : [(type << 5) | short, ...more]);
};
