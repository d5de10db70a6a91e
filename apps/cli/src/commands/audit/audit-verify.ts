import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AuditFault, AuditVerdict } from '@kith/domain/privacy';
import { trailOption, type Trail, type TrailName } from './audit-trails.ts';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { onTrails } from './on-trails.ts';

/** `kith audit verify`: whether the audit trails are as they were written. */
export const defineAuditVerify = (audit: CommandUnknownOpts, defining: CommandDeps): void => {
  audit
    .command('verify')
    .description(
      'Recomputes the chains of the audit trails. Exit code 1, and the first broken entry, where something was ' +
        'changed, removed, reordered or added.',
    )
    .requiredOption('--account <name>', 'account of the trails')
    .addOption(trailOption)
    .option('--json', 'as a JSON list of objects, one for each trail')
    .action(({ account, trail, json }) =>
      defining.act(() =>
        onTrails(defining, { account, trail }, async (trails) =>
          outcomeOf(await allVerified(trails), json === true),
        ),
      ),
    );
};

type TrailVerdict = AuditVerdict & { readonly trail: TrailName };

const allVerified = async (trails: readonly Trail[]): Promise<readonly TrailVerdict[]> => {
  const verdicts: TrailVerdict[] = [];
  for (const { name, verify } of trails) verdicts.push({ trail: name, ...(await verify()) });
  return verdicts;
};

const outcomeOf = (verdicts: readonly TrailVerdict[], asJson: boolean): Outcome => {
  const data = asJson ? JSON.stringify(verdicts) : verdicts.map(textOf).join('\n');
  const broken = verdicts.filter(({ kind }) => kind === 'broken').map(({ trail }) => trail);
  if (broken.length === 0) return { kind: 'done', data };
  return {
    kind: 'failed',
    code: 'chain_broken',
    data,
    message: `the audit trail does not hold: ${broken.join(', ')}`,
  };
};

const FAULTS: Readonly<Record<AuditFault, string>> = {
  missing: 'is missing',
  unreadable: 'cannot be read',
  misplaced: 'is one that does not belong there: moved, or written twice',
  tampered: 'was changed, or the one before it was',
  beyondHead: 'comes after what the store knows as the last one',
};

const textOf = (verdict: TrailVerdict): string => {
  const trail = verdict.trail.padEnd(8);
  switch (verdict.kind) {
    case 'intact':
      return `${trail}  ${verdict.entries} entries, all as they were written`;
    case 'broken':
      return `${trail}  entry ${verdict.sequence} ${FAULTS[verdict.fault]}`;
  }
};
