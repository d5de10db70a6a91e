import type { Deadline, DestinationSender, Parcel, SendOutcome } from '@kith/ports';

/** Sends one parcel. */
export type SendParcel = (deadline: Deadline, parcel: Parcel) => Promise<SendOutcome>;

interface Waiting {
  readonly deadline: Deadline;
  readonly parcel: Parcel;
  readonly told: (outcome: SendOutcome) => void;
}

/**
 * One by one to whoever takes one at a time; to others one call after the other, each with all parcels that came while the
 * last one was under way.
 */
export const gatheringSender = (sender: Pick<DestinationSender, 'mostAtOnce' | 'send'>): SendParcel => {
  if (sender.mostAtOnce <= 1) return (deadline, parcel) => sender.send(deadline, [parcel]);
  const waiting: Waiting[] = [];
  let isSending = false;
  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) await sendTogether(sender, waiting.splice(0, sender.mostAtOnce));
    isSending = false;
  };
  return (deadline, parcel) =>
    new Promise((told) => {
      waiting.push({ deadline, parcel, told });
      if (!isSending) void sendAll();
    });
};

const sendTogether = async (
  sender: Pick<DestinationSender, 'send'>,
  together: readonly Waiting[],
): Promise<void> => {
  const deadline = earliest(together.map((one) => one.deadline));
  const outcome = await sender.send(
    deadline,
    together.map(({ parcel }) => parcel),
  );
  // What one of them is refused for need not be wrong with the others: then each goes by itself.
  if (outcome.kind !== 'refused' || together.length === 1) {
    for (const { told } of together) told(outcome);
    return;
  }
  for (const { parcel, told } of together) told(await sender.send(deadline, [parcel]));
};

const earliest = (deadlines: readonly Deadline[]): Deadline => ({
  remainingMs: () => Math.min(...deadlines.map((deadline) => deadline.remainingMs())),
});
