/** A file that the configuration names, and the keys that lead to the member that names it. */
export interface NamedFile {
  readonly path: readonly (string | number)[];
  readonly file: string;
}
