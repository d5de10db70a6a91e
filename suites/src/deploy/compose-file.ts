import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { workspaceRoot } from '@kith/tools/process';

/** What the checks read of a service of `deploy/compose.yaml`. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly profiles: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly ports: readonly string[];
  readonly secrets?: readonly { readonly source: string; readonly target: string }[];
  readonly volumes?: readonly (string | object)[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, object>>;
  readonly volumes: Readonly<Record<string, object>>;
}

export const composePath = join(workspaceRoot, 'deploy/compose.yaml');

export const readComposeFile = async (): Promise<ComposeFile> =>
  parse(await readFile(composePath, 'utf8'), { merge: true }) as ComposeFile;
