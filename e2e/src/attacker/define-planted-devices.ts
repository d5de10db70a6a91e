import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answered, cookieOf, fresh, type TheKith } from '../conformance/ask.ts';
import { profileOf, tell } from '../conformance/people.ts';
import { send } from '../kit/http.ts';
import { createVisitor, partsOf, type Visitor } from '../kit/visitor.ts';

const everySection = '&attributes&identifiers&nbidentifiers&notifications&permissions';
const nothing = {
  state: 0,
  identifiers: [],
  nextBestIdentifiers: [],
  permissions: {},
  notificationHistory: [],
};

/** Cookies and parameters that an attacker made or found. */
export const definePlantedDevices = (kith: TheKith): void => {
  describe('a device that is not one’s own', () => {
    /** A customer with something to steal. */
    const newVictim = async (): Promise<{ device: Visitor; umid: string; cookie: string }> => {
      const device = createVisitor(kith().url);
      const { umid } = await device.info(`&customerId=${fresh('victim')}&mt2=${fresh('line')}`, {
        permission: { 'CS-OM': true },
        notification: [{ name: 'MAIN_CS' }],
      });
      return { device, umid, cookie: device.cookie('umdid') ?? '' };
    };

    test.each(['0', '1', '2'])(
      'a forged cookie with a stranger’s umid and type %s opens nothing and changes nothing',
      async (type) => {
        const { device, umid, cookie } = await newVictim();
        const before = await device.info(everySection);
        const forged = createVisitor(kith().url, { umdid: cookieOf(randomUUID(), umid, type) });
        const answer = await forged.info(everySection);
        expect(answer).toMatchObject(nothing);
        expect(answer.umid).not.toBe(umid);
        await forged.info(`&deviceId=${fresh('d')}`, { permission: { 'CS-OM': false } });
        expect(await device.info(everySection)).toEqual(before);
        expect(device.cookie('umdid')).toBe(cookie);
      },
    );

    test('nor does a forged parameter', async () => {
      const { umid } = await newVictim();
      const forged = encodeURIComponent(cookieOf(randomUUID(), umid, '1'));
      expect(await createVisitor(kith().url).info(`${everySection}&umdid=${forged}`)).toMatchObject(nothing);
    });

    test('a victim’s own umdid beside a forged umid is healed, and the forged umid is forgotten', async () => {
      const [victim, other] = [await newVictim(), await newVictim()];
      const { umdid } = partsOf(victim.cookie);
      const mixed = createVisitor(kith().url, { umdid: cookieOf(umdid, other.umid, '1') });
      expect((await mixed.info()).umid).toBe(victim.umid);
      expect(mixed.cookie('umdid')).toBe(victim.cookie);
    });

    test('a link that names the attacker’s device leaves the browser with its own', async () => {
      const attacker = createVisitor(kith().url);
      await attacker.info();
      const planted = encodeURIComponent(attacker.cookie('umdid') ?? '');
      const { device, umid, cookie } = await newVictim();
      for (const site of ['none', 'same-origin', 'same-site']) {
        const answer = await device.get(`/op/web/info?out=json&umdid=${planted}`, { 'sec-fetch-site': site });
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
      expect(device.cookie('umdid')).toBe(cookie);
      expect((await device.info()).umid).toBe(umid);
    });

    test('a cookie that a neighbouring host planted beside one’s own is the one that counts only where it stands first', async () => {
      const { umid, cookie } = await newVictim();
      const headers = { cookie: `umdid=${cookie}; umdid=${cookieOf(randomUUID())}` };
      expect(answered(await send(kith().url, '/op/web/info?out=json', { headers })).umid).toBe(umid);
    });

    test('a umdid of another account is nobody there', async () => {
      const { device, umid, cookie } = await newVictim();
      const path = `/op/elsewhere/info?out=json${everySection}`;
      const stranger = answered(await createVisitor(kith().url, { umdid: cookie }).get(path));
      expect(stranger).toMatchObject({ state: 0, identifiers: [], permissions: {} });
      expect(stranger.umid).not.toBe(umid);
      const login = `${path}&customerId=${fresh('c')}`;
      await createVisitor(kith().url, { umdid: cookie }).post(login, { permission: { 'CS-OPT': true } });
      expect(await tell(device)).toMatchObject({ umid, state: 1 });
      expect((await device.info('&permissions')).permissions).toEqual({ 'CS-OM': true });
      expect(await profileOf(kith, stranger.umid)).toBeNull();
    });
  });
};
