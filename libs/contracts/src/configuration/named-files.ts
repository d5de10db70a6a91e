import type { ConfigurationDocument } from './configuration-schema.ts';

/** A file that the configuration names, and the keys that lead to the member that names it. */
export interface NamedFile {
  readonly path: readonly string[];
  readonly file: string;
}

/** The files that the edge reads with the configuration: the secrets of `verify`, the keys of `access`. */
export const namedFiles = ({ accounts }: ConfigurationDocument): readonly NamedFile[] =>
  Object.entries(accounts).flatMap(([account, { identifiers, pipelines }]) => [
    ...Object.entries(identifiers).flatMap(([name, { verify }]) =>
      fileAt(
        ['accounts', account, 'identifiers', name, 'verify', 'hmac', 'secretFile'],
        verify?.hmac.secretFile,
      ),
    ),
    ...Object.entries(pipelines).flatMap(([name, { access }]) =>
      fileAt(['accounts', account, 'pipelines', name, 'access', 'keyFile'], access?.keyFile),
    ),
  ]);

const fileAt = (path: readonly string[], file: string | undefined): readonly NamedFile[] =>
  file === undefined ? [] : [{ path, file }];
