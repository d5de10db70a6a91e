import { InvalidArgumentError } from 'commander';

const LONGEST = 1_024;

/** Why something is done, as the audit trail keeps it. */
export const asReason = (text: string): string => {
  if (text.trim() !== '' && text.length <= LONGEST) return text;
  throw new InvalidArgumentError('It has 1 to 1,024 characters.');
};
