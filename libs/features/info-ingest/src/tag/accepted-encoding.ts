import type { Encoding } from './tag-file.ts';

const BY_SIZE = ['br', 'gzip'] as const;

/** The smallest form that a caller takes (RFC 9110 section 12.5.3). */
export const acceptedEncoding = (header = ''): Encoding => {
  const weights = new Map(header.split(',').map(weighted));
  const accepts = (encoding: string): boolean => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return BY_SIZE.find(accepts) ?? 'identity';
};

const weighted = (part: string): readonly [encoding: string, weight: number] => {
  const [encoding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
  return [encoding, weight === undefined ? 1 : Number(weight)];
};
