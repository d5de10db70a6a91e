import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandDeps } from '../parts/command.ts';
import { defineDestinationsList } from './list.ts';
import { defineDestinationsReplay } from './replay.ts';
import { defineDestinationsStatus } from './status.ts';
import { defineDestinationSwitch } from './switch.ts';

/** `kith destinations`: where changes and events are handed on to (docs/behaviour.md#9-destinations). */
export const defineDestinations = (kith: CommandUnknownOpts, defining: CommandDeps): void => {
  const destinations = kith
    .command('destinations')
    .description('Where changes of profiles and tracking events are handed on to.')
    .helpCommand(false);
  defineDestinationsList(destinations, defining);
  defineDestinationsStatus(destinations, defining);
  defineDestinationSwitch(destinations, defining, {
    name: 'pause',
    description: 'Holds a destination up. What happens meanwhile waits in the log, for its seven days.',
    done: 'is paused',
  });
  defineDestinationSwitch(destinations, defining, {
    name: 'resume',
    description: 'Lets a destination go on where it was paused.',
    done: 'goes on',
  });
  defineDestinationsReplay(destinations, defining);
};
