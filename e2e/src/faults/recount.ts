import { expect } from 'vitest';
import { fetchAccessToken, findPerson } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import type { Kith } from '../kit/kith.ts';
import { promiseTo, viewOf, type PersistentDevice } from './persistent-device.ts';
import { saying, within } from './within.ts';

/** How long a group may need to give a killed consumer's partitions to the next, and that to catch up, in milliseconds. */
const CATCH_UP_MS = 180_000;

/**
 * Compares what every device was promised with what is there: every acknowledged page view counted once, the last
 * decision on every permission, one umid for the whole visit, and the person whom login and umid lead to. Answers
 * with the number of page views.
 */
export const recount = async (kith: Kith, devices: readonly PersistentDevice[]): Promise<number> => {
  // A device's events are in order, so what is seen after the last one will not change any more.
  const last = Promise.all(devices.map((device) => device.send(viewOf('the last', 'last'))));
  await within(CATCH_UP_MS, "every device's last page view to be acknowledged", last);
  const token = await fetchAccessToken(kith.authUrl);
  for (const device of devices) {
    const { views, permissions } = promiseTo(device);
    const seen = await saying(
      `${device.name}'s last page view to be counted`,
      eventually(
        () => device.see(),
        ({ attributes }) => attributes?.['lastPage'] === 'the last',
        CATCH_UP_MS,
      ),
    );
    const identifiers = [{ name: 'customerId', value: device.name }];
    expect({ device: device.name, ...seen }).toMatchObject({
      device: device.name,
      permissions,
      identifiers,
      attributes: { pageViews: String(views) },
    });
    expect([...device.umids]).toEqual([seen.umid]);
    expect(await findPerson(kith.graphqlUrl, token, seen.umid)).toMatchObject({
      umid: seen.umid,
      identifiers,
    });
  }
  return devices.reduce((sum, device) => sum + promiseTo(device).views, 0);
};
