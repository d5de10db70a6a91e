import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { patient } from '../kit/patient-configuration.ts';

const ATTRIBUTES = /^ {4}attributes:.*\n/m;

/** The shipped configuration, with a deadline of so many milliseconds for a visitor's request, in a folder. */
export const hurriedConfiguration = async (folder: string, deadlineMs: number): Promise<string> => {
  const file = join(folder, 'kith-hurried.yaml');
  await writeFile(file, shippedConfiguration().replace('deadlineMs: 2000', `deadlineMs: ${deadlineMs}`));
  return file;
};

/** The shipped configuration, made patient, with the imported attributes `tier` and `region`, in a folder. */
export const importConfiguration = async (folder: string): Promise<string> => {
  const more = '      tier: { imported: true }\n      region: { imported: true }\n';
  const file = join(folder, 'kith-import.yaml');
  await writeFile(
    file,
    patient(shippedConfiguration()).replace(ATTRIBUTES, (line) => `${line}${more}`),
  );
  return file;
};
