import type { Deadline, DestinationSender, Parcel, SendOutcome } from '@kith/ports';

/** Sends one parcel, unless it is not to be sent any more at the moment when the call begins: then it is `changed`. */
export type SendParcel = (
  deadline: Deadline,
  parcel: Parcel,
  isDue: () => Promise<boolean>,
) => Promise<SendOutcome | 'changed'>;

interface Waiting {
  readonly deadline: Deadline;
  readonly parcel: Parcel;
  readonly isDue: () => Promise<boolean>;
  readonly told: (outcome: SendOutcome | 'changed') => void;
  readonly failed: (error: unknown) => void;
}

/**
 * One by one to whoever takes one at a time; to others one call after the other, each with all parcels that came while the
 * last one was under way. A parcel may wait so long that a permission is withdrawn: whether it is still to be sent is asked
 * last.
 */
export const gatheringSender = (sender: Pick<DestinationSender, 'mostAtOnce' | 'send'>): SendParcel => {
  if (sender.mostAtOnce <= 1) {
    return async (deadline, parcel, isDue) => ((await isDue()) ? sender.send(deadline, [parcel]) : 'changed');
  }
  const waiting: Waiting[] = [];
  let isSending = false;
  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) await sendTogether(sender, waiting.splice(0, sender.mostAtOnce));
    isSending = false;
  };
  return (deadline, parcel, isDue) =>
    new Promise((told, failed) => {
      waiting.push({ deadline, parcel, isDue, told, failed });
      if (!isSending) void sendAll();
    });
};

const sendTogether = async (
  sender: Pick<DestinationSender, 'send'>,
  gathered: readonly Waiting[],
): Promise<void> => {
  const together = await stillDue(gathered);
  if (together.length === 0) return;
  const deadline = earliest(together.map((one) => one.deadline));
  const outcome = await sender.send(
    deadline,
    together.map(({ parcel }) => parcel),
  );
  // What one of them is refused for need not be wrong with the others: then each goes by itself.
  if (outcome.kind === 'refused' && together.length > 1) {
    for (const one of together) await sendTogether(sender, [one]);
    return;
  }
  for (const { told } of together) told(outcome);
};

/** Those that are to be sent now; the others are told that they are not. */
const stillDue = async (gathered: readonly Waiting[]): Promise<readonly Waiting[]> => {
  const due = await Promise.all(
    gathered.map(async (one) => {
      try {
        if (await one.isDue()) return [one];
        one.told('changed');
      } catch (error) {
        one.failed(error);
      }
      return [];
    }),
  );
  return due.flat();
};

const earliest = (deadlines: readonly Deadline[]): Deadline => ({
  remainingMs: () => Math.min(...deadlines.map((deadline) => deadline.remainingMs())),
});
