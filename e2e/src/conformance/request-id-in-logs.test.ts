import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { eventually } from '../kit/eventually.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, partsOf } from '../kit/visitor.ts';
import { fresh } from './ask.ts';

/**
 * The id of a request in the log (docs/behaviour.md#request-ids), and what a log never holds
 * (docs/behaviour.md#what-is-never-stored).
 */
describe('what is logged of a request', () => {
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startStandalone({ env: { LOG_LEVEL: 'debug' } });
    endings.push(() => standalone.stop());
  });

  test.each([
    ['an answer', '/op/web/info', 200],
    ['a refusal', '/op/web/info?out=xml', 400],
    ['a path that is not there', '/op/nobody/info', 404],
  ])('%s stands there with its request id', async (_, path, status) => {
    const id = fresh('trace');
    await createVisitor(standalone.url).get(path, { 'x-request-id': id });
    const lines = await eventually(
      () =>
        Promise.resolve(
          standalone
            .logged()
            .split('\n')
            .filter((line) => line.includes(id)),
        ),
      (found) => found.length > 0,
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ requestId: id, status }),
    );
  });

  test('nobody’s identifiers, cookies and bodies stand there', async () => {
    const [customerId, page] = [fresh('secret'), fresh('page')];
    const visitor = createVisitor(standalone.url);
    const { umid } = await visitor.info(`&customerId=${customerId}`, { data: [{ page: { name: page } }] });
    const refused = { permission: { [page]: true } };
    await visitor.post(`/op/web/info?customerId=${customerId}`, refused);
    await visitor.get('/op/web/info', { 'x-request-id': 'the-last-one' });
    const log = await eventually(
      () => Promise.resolve(standalone.logged()),
      (text) => text.includes('the-last-one'),
    );
    const { umdid } = partsOf(visitor.cookie('umdid'));
    for (const secret of [customerId, page, umid, umdid, visitor.cookie('umdid') ?? '']) {
      expect(log).not.toContain(secret);
    }
  });

  test('pipelines that are asked for and not there are told once with those that are, and not to the world', async () => {
    const visitor = createVisitor(standalone.url);
    for (const path of ['info', 'reset', 'info?out=json', 'tag.js']) {
      const answer = await visitor.get(`/op/wbe/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('web');
    }
    await visitor.get('/op/web/info', { 'x-request-id': 'behind-the-unknown' });
    const log = await eventually(
      () => Promise.resolve(standalone.logged()),
      (text) => text.includes('behind-the-unknown'),
    );
    const lines = log.split('\n').filter((line) => line.includes('nobody has configured the pipeline'));
    // One of the info requests and one of the tag, of which each has a minute of its own.
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 'warn',
      pipeline: 'wbe',
      pipelines: expect.arrayContaining(['web']) as unknown,
    });
  });
});
