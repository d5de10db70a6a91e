import type { ConfigurationDocument } from './configuration-schema.ts';
import type { DestinationDocument } from './destinations/destination-schema.ts';
import type { EnrichDocument } from './enrich/enrich-schema.ts';
import type { NamedFile } from './members/named-file.ts';

type Named = readonly [member: readonly string[], file: string | undefined];

/** A file that a pipeline's steps name, and the keys that lead to the member that names it, from `enrich` on. */
interface StepFile {
  readonly path: readonly (string | number)[];
  readonly file: string;
}

/** The files that the edge reads with the configuration: the secrets of `verify` and `enrich`, the keys of `access`. */
export const namedFiles = ({ accounts }: ConfigurationDocument): readonly NamedFile[] =>
  Object.entries(accounts).flatMap(([account, { identifiers, pipelines }]) => [
    ...Object.entries(identifiers).flatMap(([name, { verify }]) =>
      fileAt(
        ['accounts', account, 'identifiers', name, 'verify', 'hmac', 'secretFile'],
        verify?.hmac.secretFile,
      ),
    ),
    ...Object.entries(pipelines).flatMap(([name, { access, enrich }]) => [
      ...fileAt(['accounts', account, 'pipelines', name, 'access', 'keyFile'], access?.keyFile),
      ...filesOfSteps(enrich).map(({ path, file }) => ({
        path: ['accounts', account, 'pipelines', name, ...path],
        file,
      })),
    ]),
  ]);

const fileAt = (path: NamedFile['path'], file: string | undefined): readonly NamedFile[] =>
  file === undefined ? [] : [{ path, file }];

/** The files that activation reads with the configuration: the secrets of destinations. */
export const filesOfActivation = ({ accounts }: ConfigurationDocument): readonly NamedFile[] =>
  Object.entries(accounts).flatMap(([account, { destinations }]) =>
    filesOfDestinations(account, destinations),
  );

/** Both. */
export const filesOfStandalone = (document: ConfigurationDocument): readonly NamedFile[] => [
  ...namedFiles(document),
  ...filesOfActivation(document),
];

/** The secrets of steps; the files that steps look into are followed by themselves. */
const filesOfSteps = (enrich: EnrichDocument): readonly StepFile[] =>
  enrich.flatMap((step, index) =>
    step.type === 'http'
      ? Object.entries(step.headers).flatMap(([name, value]) =>
          typeof value === 'string'
            ? []
            : [{ path: ['enrich', index, 'headers', name, 'secretFile'], file: value.secretFile }],
        )
      : [],
  );

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
const filesOfDestinations = (
  account: string,
  destinations: readonly DestinationDocument[],
): readonly NamedFile[] =>
  destinations.flatMap((destination, index) =>
    filesOf(destination).flatMap(([member, file]) =>
      file === undefined ? [] : [{ path: ['accounts', account, 'destinations', index, ...member], file }],
    ),
  );
