import { join } from 'node:path';
import {
  ADD_USER_PATH,
  ADMINISTRATION_SOCKET,
  AUDIENCE_PATH,
  audiencePageSchema,
  AUDIT_ENTRIES_PATH,
  auditEntriesSchema,
  auditVerdictSchema,
  BEGIN_EXPORT_PATH,
  CHANGE_PASSWORD_PATH,
  CONSENT_HISTORY_PATH,
  consentPageSchema,
  consentVerdictSchema,
  consentVerdictsSchema,
  CREDENTIAL_AUDIT_ENTRIES_PATH,
  deadLettersChangedSchema,
  deadLetterShownSchema,
  deadLettersListedSchema,
  DROP_DEAD_LETTERS_PATH,
  ERASE_PATH,
  erasureOutcomeSchema,
  EXPLAIN_PATH,
  explanationSchema,
  EXPORT_MORE_PATH,
  exportBeginningSchema,
  exportPageSchema,
  IMPORT_PATH,
  importedSchema,
  importNotedSchema,
  NOTE_IMPORT_PATH,
  keyRevokedSchema,
  keysListedSchema,
  LIST_DEAD_LETTERS_PATH,
  LIST_KEYS_PATH,
  LIST_USERS_PATH,
  listedKeySchema,
  passwordChangedSchema,
  RECOMPUTE_PATH,
  recomputedSchema,
  REMOVE_USER_PATH,
  REPLAY_DEAD_LETTERS_PATH,
  REVOKE_KEY_PATH,
  ROTATE_KEYS_PATH,
  SHOW_DEAD_LETTER_PATH,
  UNMERGE_PATH,
  unmergingSchema,
  userAddedSchema,
  userRemovedSchema,
  usersListedSchema,
  VERIFY_ALL_CONSENT_PATH,
  VERIFY_AUDIT_PATH,
  VERIFY_CONSENT_PATH,
  VERIFY_CREDENTIAL_AUDIT_PATH,
} from '@kith/contracts';
import type {
  Administration,
  AttributeAdministration,
  AudienceExport,
  ConsentAdministration,
  CredentialAudit,
  DeadLetterAdministration,
  DestinationAdministration,
  KeyAdministration,
  PrivacyAdministration,
  ProfileImport,
  UserAdministration,
} from '@kith/ports';
import { destinationsOver } from './destinations-over.ts';
import { isAnswering } from './is-answering.ts';
import { postTo } from './post-call.ts';
import type { PostCall } from './post-call.ts';

/** What an app that runs on the data takes at its socket. */
export interface RunningApp {
  readonly administration: Administration;
  readonly consent: ConsentAdministration;
  readonly privacy: PrivacyAdministration;
  readonly imports: ProfileImport;
  readonly deadLetters: DeadLetterAdministration;
  readonly destinations: DestinationAdministration;
  readonly audiences: AudienceExport;
  readonly attributes: AttributeAdministration;
  readonly users: UserAdministration;
  readonly keys: KeyAdministration;
  readonly credentialAudit: CredentialAudit;
}

/**
 * The app that runs on this data directory; null where none listens at its socket. Its calls reject with `AppLeft`
 * where it ends meanwhile and the call may be made again.
 */
export const findRunningApp = async (dataDirectory: string): Promise<RunningApp | null> => {
  const file = join(dataDirectory, ADMINISTRATION_SOCKET);
  if (!(await isAnswering(file))) return null;
  const post = postTo(file);
  return {
    administration: administrationOver(post),
    consent: consentOver(post),
    privacy: privacyOver(post),
    imports: importsOver(post),
    deadLetters: deadLettersOver(post),
    destinations: destinationsOver(post),
    audiences: audiencesOver(post),
    attributes: attributesOver(post),
    users: usersOver(post),
    keys: keysOver(post),
    credentialAudit: credentialAuditOver(post),
  };
};

const administrationOver = (post: PostCall): Administration => ({
  explain: ({ account, deadline }, call) => {
    const body = { account, ...call };
    return post(deadline, { path: EXPLAIN_PATH, body, answer: explanationSchema, repeatable: true });
  },
  // Made again it would undo the merge before.
  unmerge: ({ account, deadline }, umid, caller) => {
    const body = { account, umid, caller };
    return post(deadline, { path: UNMERGE_PATH, body, answer: unmergingSchema, repeatable: false });
  },
});

const consentOver = (post: PostCall): ConsentAdministration => ({
  history: ({ account, deadline }, person, page) => {
    const body = { account, person, ...page };
    return post(deadline, { path: CONSENT_HISTORY_PATH, body, answer: consentPageSchema, repeatable: true });
  },
  verify: ({ account, deadline }, person) => {
    const body = { account, person };
    return post(deadline, {
      path: VERIFY_CONSENT_PATH,
      body,
      answer: consentVerdictSchema,
      repeatable: true,
    });
  },
  verifyAll: ({ account, deadline }, page) => {
    const body = { account, ...page };
    const answer = consentVerdictsSchema;
    return post(deadline, { path: VERIFY_ALL_CONSENT_PATH, body, answer, repeatable: true });
  },
});

const privacyOver = (post: PostCall): PrivacyAdministration => ({
  // Made again it would find nobody, and say so.
  erase: ({ account, deadline }, order) => {
    const body = { account, ...order };
    return post(deadline, { path: ERASE_PATH, body, answer: erasureOutcomeSchema, repeatable: false });
  },
  // Made again it stands in the audit trail twice.
  beginExport: ({ account, deadline }, order) => {
    const body = { account, ...order };
    return post(deadline, { path: BEGIN_EXPORT_PATH, body, answer: exportBeginningSchema, repeatable: true });
  },
  exportMore: ({ account, deadline }, umid, cursor) => {
    const body = { account, umid, cursor };
    return post(deadline, { path: EXPORT_MORE_PATH, body, answer: exportPageSchema, repeatable: true });
  },
  noteImport: async ({ account, deadline }, caller, what) => {
    const body = { account, caller, what };
    await post(deadline, { path: NOTE_IMPORT_PATH, body, answer: importNotedSchema, repeatable: true });
  },
  auditEntries: ({ account, deadline }, page) => {
    const body = { account, ...page };
    return post(deadline, { path: AUDIT_ENTRIES_PATH, body, answer: auditEntriesSchema, repeatable: true });
  },
  verifyAudit: ({ account, deadline }) => {
    const body = { account };
    return post(deadline, { path: VERIFY_AUDIT_PATH, body, answer: auditVerdictSchema, repeatable: true });
  },
});

const importsOver = (post: PostCall): ProfileImport => ({
  take: ({ account, deadline }, batch) => {
    const body = { account, ...batch };
    return post(deadline, { path: IMPORT_PATH, body, answer: importedSchema, repeatable: true });
  },
});

const audiencesOver = (post: PostCall): AudienceExport => ({
  // The first part, asked for again, stands in the audit trail twice.
  page: ({ account, deadline }, order, after) => {
    const body = { account, ...order, after };
    return post(deadline, { path: AUDIENCE_PATH, body, answer: audiencePageSchema, repeatable: true });
  },
});

const attributesOver = (post: PostCall): AttributeAdministration => ({
  recompute: ({ account, deadline }, order) => {
    const body = { account, ...order };
    return post(deadline, { path: RECOMPUTE_PATH, body, answer: recomputedSchema, repeatable: true });
  },
});

const deadLettersOver = (post: PostCall): DeadLetterAdministration => ({
  list: (deadline, page) => {
    const answer = deadLettersListedSchema;
    return post(deadline, { path: LIST_DEAD_LETTERS_PATH, body: page, answer, repeatable: true });
  },
  show: async (deadline, id) => {
    const call = {
      path: SHOW_DEAD_LETTER_PATH,
      body: { id },
      answer: deadLetterShownSchema,
      repeatable: true,
    };
    return (await post(deadline, call)).letter;
  },
  // Made again either would say that the letters are unknown.
  replay: (deadline, ids, caller) => {
    const [body, answer] = [{ ids, caller }, deadLettersChangedSchema];
    return post(deadline, { path: REPLAY_DEAD_LETTERS_PATH, body, answer, repeatable: false });
  },
  drop: (deadline, ids, caller) => {
    const [body, answer] = [{ ids, caller }, deadLettersChangedSchema];
    return post(deadline, { path: DROP_DEAD_LETTERS_PATH, body, answer, repeatable: false });
  },
});

// An act stands in the audit trail: made again it might stand there twice.
const usersOver = (post: PostCall): UserAdministration => ({
  add: (deadline, user, caller) => {
    const body = { ...user, caller };
    return post(deadline, { path: ADD_USER_PATH, body, answer: userAddedSchema, repeatable: false });
  },
  list: ({ account, deadline }) => {
    const body = { account };
    return post(deadline, { path: LIST_USERS_PATH, body, answer: usersListedSchema, repeatable: true });
  },
  changePassword: (deadline, change, caller) => {
    const body = { ...change, caller };
    const answer = passwordChangedSchema;
    return post(deadline, { path: CHANGE_PASSWORD_PATH, body, answer, repeatable: false });
  },
  remove: (deadline, user, caller) => {
    const body = { ...user, caller };
    return post(deadline, { path: REMOVE_USER_PATH, body, answer: userRemovedSchema, repeatable: false });
  },
});

const keysOver = (post: PostCall): KeyAdministration => ({
  list: (deadline) =>
    post(deadline, { path: LIST_KEYS_PATH, body: {}, answer: keysListedSchema, repeatable: true }),
  rotate: (deadline, { atOnce }, caller) => {
    const body = { atOnce, caller };
    return post(deadline, { path: ROTATE_KEYS_PATH, body, answer: listedKeySchema, repeatable: false });
  },
  revoke: (deadline, kid, caller) => {
    const body = { kid, caller };
    return post(deadline, { path: REVOKE_KEY_PATH, body, answer: keyRevokedSchema, repeatable: false });
  },
});

const credentialAuditOver = (post: PostCall): CredentialAudit => ({
  auditEntries: ({ account, deadline }, trail, page) => {
    const body = { account, trail, ...page };
    const answer = auditEntriesSchema;
    return post(deadline, { path: CREDENTIAL_AUDIT_ENTRIES_PATH, body, answer, repeatable: true });
  },
  verifyAudit: ({ account, deadline }, trail) => {
    const body = { account, trail };
    const answer = auditVerdictSchema;
    return post(deadline, { path: VERIFY_CREDENTIAL_AUDIT_PATH, body, answer, repeatable: true });
  },
});
