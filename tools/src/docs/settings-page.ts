import type { z } from 'zod';

/** An app and the environment that it reads. */
export interface AppSettings {
  readonly app: string;
  readonly schema: z.ZodObject;
}

/** docs/settings.md: every setting of every app, as the apps' own schemas have it. */
export const settingsPage = (apps: readonly AppSettings[]): string =>
  [
    '# Settings',
    '',
    'Read from the environment, all at once at start; a wrong one stops the app with a sentence that names it. An empty one counts as absent. This page is made from the schemas of the apps: `npx -y pnpm@12 docs:settings` writes it, and a test fails where it differs.',
    ...apps.flatMap(section),
    '',
    '## Configuration file',
    '',
    '`CONFIG_FILE` holds accounts and pipelines in YAML; `config/kith.yaml` is the one that ships and explains each member. A member that Kith does not know is refused with file, line and column. `config/kith.schema.json` (JSON Schema, made from the same schemas) lets editors check and complete it. SIGHUP makes an app read the file again, and the files that it names, without dropping a request; a file that is at fault changes nothing, and the log says why ([decision 0011](decisions/0011-live-configuration.md)). The environment is not read again.',
    '',
  ].join('\n');

const section = ({ app, schema }: AppSettings): string[] => [
  '',
  `## ${app}`,
  '',
  '| variable | default | meaning |',
  '| --- | --- | --- |',
  ...Object.entries(schema.shape).map(([name, type]) => row(name, type as z.ZodType)),
];

const row = (name: string, type: z.ZodType): string =>
  `| \`${name}\` | ${defaultOf(type)} | ${type.meta()?.description ?? ''} |`;

const SHOWN = new Set(['string', 'number', 'boolean']);

const defaultOf = (type: z.ZodType): string => {
  const absent = type.safeParse(undefined);
  if (!absent.success) return 'required';
  return SHOWN.has(typeof absent.data) ? `\`${String(absent.data)}\`` : '';
};
