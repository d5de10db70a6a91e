import { areContradictory, contradiction } from '../draft/attach.ts';
import type { DecisionInput } from '../model/decision-input.ts';
import type { IdentificationType, Profile } from '../model/profile.ts';
import { identificationType, isWeaker, typeOfName } from '../model/strength.ts';
import { areTwo, type Encounter } from './identity-rule.ts';

/**
 * Whether C is a customer and the request names another person: by an identifier before those that lead to X which is
 * nobody's, while C has another value of its name, and which is not the weaker one. What stands below it and leads to
 * somebody who is not that person either (a visitor, a neighbour's line) does not make it C's.
 */
export const namesAnother = ({ input, current, found }: Encounter): boolean =>
  current?.state === 'customer' &&
  (found?.before ?? input.claims).some(
    (claim) =>
      claim.owner === null &&
      contradiction(input.account, current, claim) !== null &&
      !isWeak(input, current, typeOfName(input.account, claim.name)),
  );

/** Whether C is a customer, and X another one by identifiers weaker than what identified C on this device. */
export const isNeighbour = (encounter: Encounter): boolean => {
  const { input, current, found } = encounter;
  if (current === null || found === null || !areTwo(encounter, 'customer', 'customer')) return false;
  return isWeak(input, current, found.strength);
};

/**
 * Whether two customers are one person: nothing stands between them, and an identifier that may merge says so. One that
 * is too weak to say who somebody is cannot make one person of two either.
 */
export const isOnePerson = (encounter: Encounter): boolean => {
  const { input, current, found } = encounter;
  if (current === null || found === null || namesAnother(encounter)) return false;
  if (areContradictory(input.account, current, found.profile)) return false;
  return found.by.some(
    ({ name }) =>
      input.account.identifiers.get(name)?.merge === true &&
      !isWeak(input, current, typeOfName(input.account, name)),
  );
};

const isWeak = ({ account, device }: DecisionInput, current: Profile, type: IdentificationType): boolean =>
  isWeaker(type, identificationType(account, device, current));
