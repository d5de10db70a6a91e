import type { NamedFile } from '../members/named-file.ts';
import type { DestinationDocument } from './destination-schema.ts';

type Named = readonly [member: readonly string[], file: string | undefined];

/** A token is no such file: it is read for each call. */
const filesOf = (destination: DestinationDocument): readonly Named[] => {
  switch (destination.type) {
    case 'webhook':
      return [
        [['secretFile'], destination.secretFile],
        ...Object.entries(destination.headers).map(([name, value]): Named => [
          ['headers', name, 'file'],
          typeof value === 'string' ? undefined : value.file,
        ]),
      ];
    case 'kafka':
      return [
        [['login', 'passwordFile'], destination.login?.passwordFile],
        [['tls', 'caFile'], typeof destination.tls === 'boolean' ? undefined : destination.tls.caFile],
      ];
    case 'file':
      return [];
  }
};

/** The files that the destinations of an account name, and that are read with the configuration. */
export const filesOfDestinations = (
  account: string,
  destinations: readonly DestinationDocument[],
): readonly NamedFile[] =>
  destinations.flatMap((destination, index) =>
    filesOf(destination).flatMap(([member, file]) =>
      file === undefined ? [] : [{ path: ['accounts', account, 'destinations', index, ...member], file }],
    ),
  );
