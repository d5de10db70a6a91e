import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { erasureProofSchema } from '@kith/contracts';
import type { Identifier } from '@kith/domain/identity';
import type { ErasureProof } from '@kith/domain/privacy';
import { deadlineIn, retryInTime } from '@kith/platform';
import type { ErasureOrder, ErasureOutcome, PrivacyAdministration, Scope } from '@kith/ports';
import { auditPages } from '../audit/audit-pages.ts';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { definePersonCommand } from '../parts/person-command.ts';
import { nobody } from '../parts/person.ts';

/** How long a command erases by itself, and how long it waits for an app that does, in milliseconds. */
const ERASE_MS = 600_000;
const POLL_MS = 500;

/** `kith erase`: removes a person and prints the proof (docs/behaviour.md#erasure). */
export const defineErase = (kith: CommandUnknownOpts, defining: CommandDeps): void =>
  definePersonCommand(kith, defining, {
    name: 'erase',
    description:
      'Removes a person from every store and cache: profile, devices, identifiers, consent history, links, activity ' +
      'and events, with everything that merges brought along. It cannot be undone. Late events and old imports bring ' +
      'nothing back; whoever returns starts afresh. Prints the proof as JSON, which the audit trail keeps too.',
    work: (account, order) => erase(defining, account, order),
  });

const erase = async (
  { connections, terminal }: CommandDeps,
  account: string,
  order: ErasureOrder,
): Promise<Outcome> => {
  const scope = { account, deadline: deadlineIn(ERASE_MS) };
  const outcome = await connections.withPrivacy((privacy) => privacy.erase(scope, order));
  if (outcome.kind !== 'underway') return outcomeOf(account, order.person, outcome);
  terminal.message('The person is out of reach. What is left is being removed.');
  const { erasure } = outcome;
  const proof = await connections.withPrivacy((privacy) => proofInTime(privacy, account, erasure));
  return proof === null ? stillUnderway(erasure) : erased(proof);
};

/** The app that runs on the data goes on with the erasure, and leaves the proof in the audit trail. */
const proofInTime = (
  privacy: PrivacyAdministration,
  account: string,
  erasure: string,
): Promise<ErasureProof | null> =>
  retryInTime(
    deadlineIn(ERASE_MS),
    () => proofOf(privacy, { account, deadline: deadlineIn(COMMAND_MS) }, erasure),
    () => POLL_MS,
  );

const outcomeOf = (
  account: string,
  person: Identifier,
  outcome: Exclude<ErasureOutcome, { readonly kind: 'underway' }>,
): Outcome => {
  switch (outcome.kind) {
    case 'erased':
      return erased(outcome.proof);
    case 'unknown':
      return nobody(account, person);
  }
};

const erased = (proof: ErasureProof): Outcome => ({
  kind: 'done',
  data: JSON.stringify(proof, null, 2),
  message: `Erased. The last copy in a log is gone after ${proof.lastCopyGoneOn}.`,
});

const stillUnderway = (erasure: string): Outcome => ({
  kind: 'failed',
  code: 'unfinished',
  message: `the erasure ${erasure} goes on: kith audit list shows its proof when it is complete`,
});

/** The proof that an erasure has left in the audit trail; null where it has left none yet. */
const proofOf = async (
  privacy: PrivacyAdministration,
  scope: Scope,
  erasure: string,
): Promise<ErasureProof | null> => {
  for await (const { entry } of auditPages((page) => privacy.auditEntries(scope, page))) {
    const parsed = erasureProofSchema.safeParse(entry?.detail['proof']);
    if (parsed.success && parsed.data.erasure === erasure) return parsed.data;
  }
  return null;
};
