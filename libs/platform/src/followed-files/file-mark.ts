import { stat } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.ts';

/** By what a file is known to be another than before; or why it cannot be read, as the end of a sentence. */
export type FileMark =
  { readonly kind: 'file'; readonly mark: string } | { readonly kind: 'none'; readonly mark: string };

/**
 * Looks at what stands under a name, behind every symbolic link: a file that was written anew, replaced by renaming, or
 * reached by another link (as Kubernetes swaps its volumes) has another mark.
 */
export const fileMark = async (file: string): Promise<FileMark> => {
  try {
    const { dev, ino, size, mtimeNs, isFile } = await statOf(file);
    return isFile
      ? { kind: 'file', mark: [dev, ino, size, mtimeNs].join(':') }
      : { kind: 'none', mark: 'is no regular file' };
  } catch (error) {
    const code = errorCode(error) ?? 'unreadable';
    return { kind: 'none', mark: code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})` };
  }
};

const statOf = async (file: string) => {
  const found = await stat(file, { bigint: true });
  const { dev, ino, size, mtimeNs } = found;
  return { dev, ino, size, mtimeNs, isFile: found.isFile() };
};
