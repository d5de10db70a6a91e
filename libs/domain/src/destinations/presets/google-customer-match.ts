import { REMOVAL_TYPE, type DeliveryContent } from '../delivery-content.ts';
import type { GoogleCustomerMatchRule } from '../destination-rules.ts';
import { hashedValues, normalEmail, phoneInE164, type Sha256 } from './hashed-values.ts';

/** Only who has granted what the destination requires is shared: that is the consent which Google asks for. */
const GRANTED = { adUserData: 'GRANTED', adPersonalization: 'GRANTED' };

/**
 * A member of a user list in the form of the Google Ads API (`uploadUserData`): created, or removed. null where nothing
 * is known that the person could be found by.
 */
export const googleCustomerMatch = (
  content: DeliveryContent,
  rule: GoogleCustomerMatchRule,
  sha256: Sha256,
): Readonly<Record<string, unknown>> | null => {
  const emails = hashedValues(content, rule.email, normalEmail, sha256);
  const phones = hashedValues(content, rule.phone, phoneInE164, sha256);
  const userIdentifiers = [
    ...emails.map((hashedEmail) => ({ hashedEmail })),
    ...phones.map((hashedPhoneNumber) => ({ hashedPhoneNumber })),
  ];
  if (userIdentifiers.length === 0) return null;
  const isRemoval = content.type === REMOVAL_TYPE;
  return {
    operations: [isRemoval ? { remove: { userIdentifiers } } : { create: { userIdentifiers } }],
    customerMatchUserListMetadata: { userList: rule.userList, ...(isRemoval ? {} : { consent: GRANTED }) },
  };
};
