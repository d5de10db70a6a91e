import { InvalidArgumentError } from 'commander';

/** How the option is described where it may be left out. */
export const WHY = 'why, for the audit trail';

const MAX_LENGTH = 1_024;

/** Why something is done, as the audit trail keeps it. */
export const asReason = (text: string): string => {
  if (text.trim() !== '' && text.length <= MAX_LENGTH) return text;
  throw new InvalidArgumentError('It has 1 to 1,024 characters.');
};
