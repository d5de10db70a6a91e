import { badInput } from './bad-input.ts';

/** What a cursor says of where it stands: numbers and texts. */
export type CursorPart = string | number;

/**
 * An opaque text for a place in a list. It names the list, so that it is taken nowhere else, and no account: whose
 * list it is used in is the matter of the caller's token.
 */
export const cursorOf = (list: string, ...parts: readonly CursorPart[]): string =>
  Buffer.from(JSON.stringify([list, ...parts])).toString('base64url');

/** The most that a cursor of ours comes to. */
const MAX_LENGTH = 256;

/** The parts of a cursor of that list; anything else is `BAD_USER_INPUT`. */
export const readCursor = (list: string, cursor: string): readonly unknown[] => {
  const [name, ...parts] = cursor.length <= MAX_LENGTH ? partsOf(cursor) : [];
  if (name !== list || cursorOf(list, ...(parts as CursorPart[])) !== cursor) throw wrongCursor();
  return parts;
};

/** What is said of a cursor that leads nowhere. */
export const wrongCursor = (): Error => badInput('The cursor is none of this list.');

const partsOf = (cursor: string): readonly unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
};
