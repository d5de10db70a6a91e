import type { DestinationStatus, ListedDelivery } from '@kith/ports';

/** A destination in one line for a person. */
export const destinationLine = (status: DestinationStatus): string => {
  const { account, destination, type, isPaused, waiting, failed } = status;
  const counts = `${waiting} waiting  ${failed} failed`;
  return `${account}  ${destination}  ${type}  ${isPaused ? 'paused' : 'active'}  ${counts}`;
};

/** All that is known of it. */
export const destinationText = (status: DestinationStatus): string => {
  const { account, destination, type, isPaused, since, takenAt, why } = status;
  const taken = Object.entries(takenAt).map(([topic, at]) => `${topic} up to ${isoTime(at)}`);
  return [
    `Destination  ${destination} of ${account}, a ${type}, ${isPaused ? 'paused' : 'active'}`,
    `Since        ${since === null ? 'nobody has taken care of it yet' : isoTime(since)}`,
    `Taken        ${taken.length === 0 ? 'nothing yet' : taken.join(', ')}`,
    `Waiting      ${status.waiting}${why === null ? '' : `: ${why}`}`,
    `Failed       ${status.failed}`,
  ].join('\n');
};

/** A destination as JSON, with times that can be read. */
export const destinationJson = (status: DestinationStatus) => ({
  ...status,
  since: status.since === null ? null : isoTime(status.since),
  takenAt: Object.fromEntries(Object.entries(status.takenAt).map(([topic, at]) => [topic, isoTime(at)])),
});

/** A delivery that failed, in one line for a person. */
export const deliveryLine = ({ id, type, umid, failedAt, tries, why }: ListedDelivery): string =>
  `${id}  ${isoTime(failedAt)}  ${type}  ${umid}  ${tries} tries  ${JSON.stringify(why)}`;

/** The same as JSON. */
export const deliveryJson = ({ parkedAt, failedAt, ...delivery }: ListedDelivery) => ({
  ...delivery,
  parkedAt: isoTime(parkedAt),
  failedAt: isoTime(failedAt),
});

const isoTime = (at: number): string => new Date(at).toISOString();
