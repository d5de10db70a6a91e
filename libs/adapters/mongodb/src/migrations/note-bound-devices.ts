import { boundTo, type Device } from '@kith/domain/identity';
import type { Db } from 'mongodb';
import { FORMER_COLLECTIONS, type FormerDevice } from './former-collections.ts';

/** Writes beside each device that merges have led on to which umid it was bound; beside others, where it points. */
export const noteBoundDevices = async (database: Db): Promise<void> => {
  const devices = database.collection<FormerDevice>(FORMER_COLLECTIONS.devices);
  await devices.updateMany({ bound: { $exists: false } }, [{ $set: { bound: '$target' } }]);
  for await (const { _id, target, body } of devices.find({ body: /"trail":\[\{/ })) {
    const device = JSON.parse(body) as Device;
    const bound = target.slice(0, -device.umid.length) + boundTo(device);
    await devices.updateOne({ _id, body }, { $set: { bound } });
  }
};
