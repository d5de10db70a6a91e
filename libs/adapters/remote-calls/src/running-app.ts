import { join } from 'node:path';
import {
  ADMINISTRATION_SOCKET,
  AUDIENCE_PATH,
  audiencePageSchema,
  AUDIT_ENTRIES_PATH,
  auditEntriesSchema,
  auditVerdictSchema,
  BEGIN_EXPORT_PATH,
  CONSENT_HISTORY_PATH,
  consentPageSchema,
  consentVerdictSchema,
  consentVerdictsSchema,
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
  LIST_DEAD_LETTERS_PATH,
  RECOMPUTE_PATH,
  recomputedSchema,
  REPLAY_DEAD_LETTERS_PATH,
  SHOW_DEAD_LETTER_PATH,
  standaloneCalls,
  UNMERGE_PATH,
  unmergingSchema,
  VERIFY_ALL_CONSENT_PATH,
  VERIFY_AUDIT_PATH,
  VERIFY_CONSENT_PATH,
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
import { callsOver } from './calls-over.ts';
import { isAnswering } from './is-answering.ts';
import { postTo, type PostCall } from './post-call.ts';
import { createSocketTransport } from './socket-transport.ts';

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
  const transport = createSocketTransport(file);
  const post = postTo(transport);
  return {
    administration: administrationOver(post),
    consent: consentOver(post),
    privacy: privacyOver(post),
    imports: importsOver(post),
    deadLetters: deadLettersOver(post),
    audiences: audiencesOver(post),
    attributes: attributesOver(post),
    ...callsOver(transport, standaloneCalls),
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
