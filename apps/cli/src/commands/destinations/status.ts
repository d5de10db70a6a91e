import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { DestinationAdministration, DestinationStatus, ListedDelivery } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { destinationJson, destinationText, deliveryJson, deliveryLine } from './destination-text.ts';
import { findDestination } from './find-destination.ts';
import { ACCOUNT, NAME } from './words.ts';

/** The most failed deliveries that are shown. */
const MAX_SHOWN = 100;

/** `kith destinations status`: one destination, and what was laid aside. */
export const defineDestinationsStatus = (
  destinations: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
): void => {
  destinations
    .command('status')
    .description(
      `Shows a destination, and the oldest ${MAX_SHOWN} deliveries that were laid aside, with the reasons.`,
    )
    .argument('<name>', NAME)
    .option('--account <name>', ACCOUNT)
    .option('--json', 'as a JSON object')
    .action((name, { account, json }) =>
      act(() =>
        connections.withDestinations(async (administration) => {
          const found = await findDestination(administration, { name, account });
          if (found.kind === 'failed') return found;
          const { destination: status } = found;
          return outcomeOf(status, await failedOf(administration, status), json === true);
        }),
      ),
    );
};

const failedOf = async (
  { failed }: DestinationAdministration,
  place: DestinationStatus,
): Promise<readonly ListedDelivery[]> => {
  const { account, destination } = place;
  const listed = await failed(deadlineIn(COMMAND_MS), { account, destination, limit: MAX_SHOWN });
  return listed.kind === 'done' ? listed.result : [];
};

const outcomeOf = (
  status: DestinationStatus,
  deliveries: readonly ListedDelivery[],
  asJson: boolean,
): Outcome => {
  if (asJson) {
    const shown = { ...destinationJson(status), failedParcels: deliveries.map(deliveryJson) };
    return { kind: 'done', data: JSON.stringify(shown, null, 2) };
  }
  const lines = deliveries.map((delivery) => `  ${deliveryLine(delivery)}`);
  return { kind: 'done', data: [destinationText(status), ...lines].join('\n') };
};
