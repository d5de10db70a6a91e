import type { Profile, Umid } from '@kith/domain/identity';
import type { Deadline, DestinationSender, Delivery, SendOutcome } from '@kith/ports';

/** The person whom a delivery is made of: the profile to which the umid led that was asked for. */
export interface SeenProfile extends Pick<Profile, 'umid' | 'version'> {
  readonly asked: Umid;
}

/** Which of them are still as they were seen, by one look at all of them. */
export type AreUnchanged = (seen: readonly SeenProfile[]) => Promise<readonly boolean[]>;

/**
 * Sends one delivery. `changed` where it was not sent because the person was another by the time that the call began; of a
 * delivery without `seen` nobody asks that.
 */
export type SendDelivery = (
  deadline: Deadline,
  delivery: Delivery,
  seen?: SeenProfile,
) => Promise<SendOutcome | 'changed'>;

interface WaitingDelivery {
  readonly deadline: Deadline;
  readonly delivery: Delivery;
  readonly seen: SeenProfile | undefined;
  readonly told: (outcome: SendOutcome | 'changed') => void;
  readonly failed: (error: unknown) => void;
}

interface CallDeps {
  readonly sender: Pick<DestinationSender, 'maxBatchSize' | 'send'>;
  readonly areUnchanged: AreUnchanged;
}

/**
 * One by one to whoever takes one at a time; to others one call after the other, each with all deliveries that came while the
 * last one was under way. A delivery may wait so long that a permission is withdrawn: the last look at the person is taken
 * when its call begins.
 */
export const batchingSender = (sender: CallDeps['sender'], areUnchanged: AreUnchanged): SendDelivery => {
  const deps = { sender, areUnchanged };
  const waiting: WaitingDelivery[] = [];
  let isSending = false;
  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) await sendTogether(deps, waiting.splice(0, sender.maxBatchSize));
    isSending = false;
  };
  const isForOne = sender.maxBatchSize <= 1;
  return (deadline, delivery, seen) =>
    new Promise((told, failed) => {
      const one = { deadline, delivery, seen, told, failed };
      if (isForOne) return void sendTogether(deps, [one]);
      waiting.push(one);
      if (!isSending) void sendAll();
    });
};

const sendTogether = async (deps: CallDeps, gathered: readonly WaitingDelivery[]): Promise<void> => {
  try {
    const seen = gathered.flatMap((one) => one.seen ?? []);
    const changed = changedOf(seen, seen.length === 0 ? [] : await deps.areUnchanged(seen));
    const isChanged = (one: WaitingDelivery): boolean => one.seen !== undefined && changed.has(one.seen);
    for (const { told } of gathered.filter(isChanged)) told('changed');
    const together = gathered.filter((one) => !isChanged(one));
    if (together.length > 0) await callWith(deps, together);
  } catch (error) {
    for (const { failed } of gathered) failed(error);
  }
};

const changedOf = (
  seen: readonly SeenProfile[],
  areUnchanged: readonly boolean[],
): ReadonlySet<SeenProfile> => new Set(seen.filter((_, index) => areUnchanged[index] !== true));

const callWith = async (deps: CallDeps, together: readonly WaitingDelivery[]): Promise<void> => {
  const deadline = earliest(together.map((one) => one.deadline));
  const outcome = await deps.sender.send(
    deadline,
    together.map(({ delivery }) => delivery),
  );
  // What one of them is refused for need not be wrong with the others: then each goes by itself.
  if (outcome.kind === 'refused' && together.length > 1) {
    for (const one of together) await sendTogether(deps, [one]);
    return;
  }
  for (const { told } of together) told(outcome);
};

const earliest = (deadlines: readonly Deadline[]): Deadline => ({
  remainingMs: () => Math.min(...deadlines.map((deadline) => deadline.remainingMs())),
});
