import { REMOVAL_TYPE, type Material } from '../material.ts';
import type { GoogleCustomerMatchRule } from '../destination-rules.ts';
import { normalEmail, phoneInE164 } from './email-and-phone.ts';
import { hashedValues, type Sha256 } from './hashed-values.ts';

/** Only who has granted what the destination requires is handed on: that is the consent which Google asks for. */
const GRANTED = { adUserData: 'GRANTED', adPersonalization: 'GRANTED' };

/**
 * A member of a user list in the form of the Google Ads API (`uploadUserData`): created, or removed. null where nothing
 * is known that the person could be found by.
 */
export const googleCustomerMatch = (
  material: Material,
  rule: GoogleCustomerMatchRule,
  sha256: Sha256,
): Readonly<Record<string, unknown>> | null => {
  const emails = hashedValues(material, rule.email, normalEmail, sha256);
  const phones = hashedValues(material, rule.phone, phoneInE164, sha256);
  const userIdentifiers = [
    ...emails.map((hashedEmail) => ({ hashedEmail })),
    ...phones.map((hashedPhoneNumber) => ({ hashedPhoneNumber })),
  ];
  if (userIdentifiers.length === 0) return null;
  const isRemoval = material.type === REMOVAL_TYPE;
  return {
    operations: [isRemoval ? { remove: { userIdentifiers } } : { create: { userIdentifiers } }],
    customerMatchUserListMetadata: { userList: rule.userList, ...(isRemoval ? {} : { consent: GRANTED }) },
  };
};
