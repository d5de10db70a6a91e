import { fetchAccessToken, findPerson, type Person } from '../kit/analyst.ts';
import { createVisitor, partsOf, type InfoAnswer, type Visitor } from '../kit/visitor.ts';
import type { TheKith } from './ask.ts';

/** A device, whom it last was, and how it came to be. */
export type Met = { readonly device: Visitor; readonly answer: InfoAnswer };

/** A new device that sends these parameters with its first visit, after one without any. */
export const meet = async (kith: TheKith, query = ''): Promise<Met> => {
  const device = createVisitor(kith().url);
  await device.info();
  return { device, answer: await device.info(`&identifiers${query}`) };
};

/** What a device is told about whom it belongs to. */
export const tell = async (device: Visitor, query = ''): Promise<Shown> => {
  const { umid, state, identifiers = [] } = await device.info(`&identifiers${query}`);
  const { umdid, type } = partsOf(device.cookie('umdid'));
  return { umid, state, umdid, type, names: identifiers.map(({ name, value }) => `${name}=${value}`).sort() };
};

export type Shown = {
  readonly umid: string;
  readonly state: number;
  readonly umdid: string;
  readonly type: string;
  readonly names: readonly string[];
};

/** The profile that a umid leads to, as an analyst of the account sees it; null where there is none. */
export const profileOf = async (kith: TheKith, umid: string): Promise<Person | null> =>
  findPerson(kith().graphqlUrl, await fetchAccessToken(kith().authUrl), umid);
