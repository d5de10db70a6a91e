import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { ListedKey } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';

/** `kith keys list`: names and what each key does now; nothing of the keys themselves. */
export const defineKeysList = (keys: CommandUnknownOpts, { act, connections }: CommandDeps): void => {
  keys
    .command('list')
    .description(
      'Lists the keys of the access tokens, the newest first: the next one, the one that signs, old ones.',
    )
    .option('--json', 'as a JSON list of objects with kid, state, createdAt and signsFrom')
    .action(({ json }) =>
      act(async () => {
        const listed = await connections.withKeys((administration) =>
          administration.list(deadlineIn(COMMAND_MS)),
        );
        return outcomeOf(listed.map(shown), json === true);
      }),
    );
};

interface ShownKey extends Omit<ListedKey, 'createdAt' | 'signsFrom'> {
  readonly createdAt: string;
  readonly signsFrom: string;
}

const outcomeOf = (keys: readonly ShownKey[], asJson: boolean): Outcome => {
  if (asJson) return { kind: 'done', data: JSON.stringify(keys) };
  if (keys.length === 0)
    return { kind: 'done', message: 'There are no keys yet: the app makes the first one.' };
  const lines = keys.map(
    ({ kid, state, signsFrom }) => `${kid}  ${state.padEnd('verifying'.length)}  signs from ${signsFrom}`,
  );
  return { kind: 'done', data: lines.join('\n') };
};

const shown = ({ kid, state, createdAt, signsFrom }: ListedKey): ShownKey => ({
  kid,
  state,
  createdAt: new Date(createdAt).toISOString(),
  signsFrom: new Date(signsFrom).toISOString(),
});
