import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { namesOf, useFaultStage } from './fault-stage.ts';
import type { Load } from './load.ts';
import { recount } from './recount.ts';
import { saying } from './within.ts';

const TEST_MS = 300_000;
const DEVICES = 12;
/** Twice for every device: a first failure that came of the outage's beginning is not enough. */
const FAILURES = 2 * DEVICES;
/** The group does not give it up because it says nothing. */
const PATIENT_MEMBER = { KAFKA_SESSION_TIMEOUT_MS: '60000' };
const READY_MS = 180_000;

describe('Kafka, without which nothing is acknowledged that is to be counted', () => {
  const stage = useFaultStage();

  const failWhile = async (load: Load, harm: 'pause' | 'kill', heal: 'resume' | 'restart'): Promise<void> => {
    await stage.servers()[harm]('kafka');
    // They come while nothing answers, so each of them came of a deadline.
    await load.refuse(FAILURES);
    await stage.servers()[heal]('kafka');
    await load.acknowledge(200);
  };

  test(
    'frozen and killed under load: failures in time, and then every acknowledged event counted once',
    async () => {
      const load = stage.load(namesOf('kafka', DEVICES));
      await load.acknowledge(100);
      await failWhile(load, 'pause', 'resume');
      await failWhile(load, 'kill', 'restart');
      await load.stop();

      expect(['200', '500', '503']).toEqual(expect.arrayContaining(Object.keys(load.outcomes())));
      const views = await recount(stage.suite(), load.devices);
      process.stderr.write(`kafka: ${views} events counted, outcomes ${JSON.stringify(load.outcomes())}\n`);
    },
    TEST_MS,
  );

  /** Why the resolver is unready; null where it is ready or does not listen. */
  const reasons = async (): Promise<unknown> => {
    const answer = await send(stage.suite().managementUrl('identity-resolver'), '/readyz').catch(() => null);
    return answer?.status === 503 ? (answer.json() as { readonly reasons: unknown }).reasons : null;
  };

  test(
    'a killed resolver that comes back is unready until the group lets it in, and then ready',
    async () => {
      const { replicas } = await stage.service('identity-resolver', 1, PATIENT_MEMBER);
      await stage.suite().kill('identity-resolver');
      // The group waits for one of its members that is frozen; everything else is well.
      await replicas[0]!.pause();
      const ready = stage.suite().restart('identity-resolver');
      const isLeftOut = (seen: unknown): boolean => JSON.stringify(seen) === '["tracking sink"]';
      await saying('the resolver that is back to be left out', eventually(reasons, isLeftOut, READY_MS));
      replicas[0]!.resume();
      await ready;
      expect(await reasons()).toBe(null);
    },
    TEST_MS,
  );
});
