/** What each member of an export says, for whoever reads it without this program. */
export const ABOUT: Readonly<Record<string, string>> = {
  account: 'The company that keeps the data, as its configuration of Kith names it.',
  exportedAt: 'When this document was written. All times are ISO 8601, in UTC.',
  profile:
    'The profile: umid and profileId are its random names, state is visitor (nobody knows who it is) or customer, source ' +
    'is the entry point by which it came.',
  identifiers: 'The identifiers by which the profile is recognised, and when each was first and last seen.',
  formerIdentifiers: 'Identifiers that the profile no longer has, until when it had them, and why they went.',
  permissions: 'What was permitted or not, and when that was last decided.',
  attributes: 'What other systems told of the person, by name, and when it was last modified there.',
  acknowledgements: 'The latest acknowledgement of each consent notice and version.',
  umids:
    'What is stored under each name that the profile has or had. merge: a profile that became part of this one, when, and ' +
    'the identifiers that it had. devices: browsers and apps; identifiedBy is 1 for a login, 2 for a network, 0 for ' +
    'neither. links: other profiles that belong together with this one, and why. activity: what the events add up to, and under enriched what other systems knew of the requests, and when.',
  consentHistory:
    'Every decision and acknowledgement in its order, for each name apart. mac proves that the entry is as it was written.',
  events: 'What was done on the sites and apps, the newest first for each name.',
  deadLetters:
    'What was received and could not be understood, why, and the record as it came; it waits for a person to look.',
};
