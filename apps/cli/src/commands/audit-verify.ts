import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AuditFault } from '@kith/domain/privacy';
import { deadlineIn } from '@kith/platform';
import type { AuditVerdict } from '@kith/ports';
import { COMMAND_MS } from './command-parts.ts';
import type { Defining, Outcome } from './command-parts.ts';
import { unknownAccount } from './unknown-account.ts';

/** `kith audit verify`: whether the audit trail is as it was written. */
export const defineAuditVerify = (audit: CommandUnknownOpts, { act, connections }: Defining): void => {
  audit
    .command('verify')
    .description(
      'Recomputes the chain of the audit trail. Exit code 1, and the first broken entry, where something was changed, ' +
        'removed, reordered or added.',
    )
    .requiredOption('--account <name>', 'account of the trail')
    .option('--json', 'as a JSON object')
    .action(({ account, json }) =>
      act(async () => {
        if (!(await connections.configuration()).accounts.has(account)) return unknownAccount(account);
        const scope = { account, deadline: deadlineIn(COMMAND_MS) };
        return outcomeOf(
          await connections.withPrivacy((privacy) => privacy.verifyAudit(scope)),
          json === true,
        );
      }),
    );
};

const outcomeOf = (verdict: AuditVerdict, asJson: boolean): Outcome => {
  const json = JSON.stringify(verdict);
  switch (verdict.kind) {
    case 'intact':
      return { kind: 'done', data: asJson ? json : `${verdict.entries} entries, all as they were written` };
    case 'broken': {
      const text = `entry ${verdict.sequence} ${FAULTS[verdict.fault]}`;
      return { kind: 'failed', data: asJson ? json : text, message: 'the audit trail does not hold' };
    }
  }
};

const FAULTS: Readonly<Record<AuditFault, string>> = {
  missing: 'is missing',
  unreadable: 'cannot be read',
  misplaced: 'is one that does not belong there: moved, or written twice',
  tampered: 'was changed, or the one before it was',
  beyondHead: 'comes after what the store knows as the last one',
};
