import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../faults/patient-configuration.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

const ATTRIBUTES = /^ {4}attributes:.*\n/m;

/** The shipped configuration, made patient, with the imported attributes `tier` and `region`, in a folder. */
export const importConfiguration = async (folder: string): Promise<string> => {
  const shipped = await readFile(join(workspaceRoot, 'config/kith.yaml'), 'utf8');
  const more = '      tier: { imported: true }\n      region: { imported: true }\n';
  const file = join(folder, 'kith-import.yaml');
  await writeFile(
    file,
    patient(shipped).replace(ATTRIBUTES, (line) => `${line}${more}`),
  );
  return file;
};
