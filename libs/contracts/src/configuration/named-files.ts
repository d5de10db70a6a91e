import type { ConfigurationDocument } from './configuration-schema.ts';
import { filesOfDestinations } from './destinations/destination-files.ts';
import { filesOfSteps } from './enrich/enrich-files.ts';
import type { NamedFile } from './members/named-file.ts';

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
