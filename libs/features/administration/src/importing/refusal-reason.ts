import type { ImportRefusal } from '@kith/domain/identity';

/** A refusal in words; no value is in it. */
export const refusalReason = (refusal: ImportRefusal): string => {
  switch (refusal.kind) {
    case 'nobody':
      return 'nobody has the identifier, and it is none that makes a customer';
    case 'conflict':
      return `${refusal.identifier}: conflicts with what is known: it is somebody else's, or the person has another value`;
  }
};
