import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatSignature, resolveCalls, resolverCalls, SIGNATURE_HEADER, signedParts } from '@kith/contracts';
import { createHttpServer, createKeyring, createLogger, type HttpServer } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { createOpenFront, createSignedFront } from './call-fronts.ts';
import { explanation, RESTORED, recordingUseCases, SURVIVOR } from './recording-use-cases.fake.ts';
import { serveCalls } from './serve-calls.ts';

// As programs of every release write them.
const AUDIENCE_PATH = '/internal/privacy/audience';
const AUDIT_ENTRIES_PATH = '/internal/privacy/audit';
const BEGIN_EXPORT_PATH = '/internal/privacy/begin-export';
const CONSENT_HISTORY_PATH = '/internal/consent/history';
const DROP_DEAD_LETTERS_PATH = '/internal/dead-letters/drop';
const ERASE_PATH = '/internal/privacy/erase';
const EXPLAIN_PATH = '/internal/explain';
const LIST_DEAD_LETTERS_PATH = '/internal/dead-letters/list';
const RECOMPUTE_PATH = '/internal/recompute';
const REPLAY_DEAD_LETTERS_PATH = '/internal/dead-letters/replay';
const RESOLVE_PATH = '/internal/resolve';
const SHOW_DEAD_LETTER_PATH = '/internal/dead-letters/show';
const UNMERGE_PATH = '/internal/unmerge';
const VERIFY_ALL_CONSENT_PATH = '/internal/consent/verify-all';
const VERIFY_CONSENT_PATH = '/internal/consent/verify-one';

/** Longer than any test takes. */
const LONG_MS = 120_000;
const NOW = 1_800_000_000_000;
const keyring = createKeyring({ resolver: ['a secret that both sides share, at least 32 long'] });
const stranger = createKeyring({ resolver: ['a secret that somebody made up on the spot'] });

const call = {
  account: 'demo',
  pipeline: 'web',
  umdid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  freshDevice: false,
  identifiers: [],
  consent: { permissions: {}, acknowledgements: [] },
  sections: [],
  retryKeys: [],
  receivedAt: 1,
  requestId: 'request-1',
};

const started = async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ name: 'resolver', level: 'info', destination });
  const { asked, ...useCases } = recordingUseCases();
  const signed = serveCalls({ ...resolveCalls, ...resolverCalls }, useCases);
  const front = createSignedFront({ keyring, clock: () => NOW, logger }, signed);
  const open = createOpenFront(serveCalls(resolverCalls, useCases));
  const servers: HttpServer[] = [];
  const listen = async (fronts: readonly (typeof front)[]): Promise<string> => {
    const server = createHttpServer({
      name: 'internal',
      logger,
      headerBytes: 16_384,
      deadlineMs: LONG_MS,
      fronts,
    });
    servers.push(server);
    return `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
  };
  return {
    asked,
    signedUrl: await listen([front]),
    openUrl: await listen([open]),
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    close: () => Promise.all(servers.map((server) => server.close())),
  };
};

let running: Awaited<ReturnType<typeof started>>;
const endings = useEndings(afterEach);
beforeEach(async () => {
  running = await started();
  endings.push(() => running.close());
});

const post = (url: string, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { method: 'POST', body, headers: { 'x-request-id': 'request-7', ...headers } });

const signature = (path: string, body: string, { at = NOW, by = keyring } = {}) => ({
  [SIGNATURE_HEADER]: formatSignature(at, by.mac('resolver', ...signedParts({ at, path, body }))),
});

const unmergeBody = JSON.stringify({ account: 'demo', umid: RESTORED });

describe('the internal routes', () => {
  test('tell of consent for a signed call', async () => {
    const person = { name: 'customerId', value: '7' };
    const ask = async (path: string, members: object): Promise<unknown> => {
      const body = JSON.stringify({ account: 'demo', ...members });
      const response = await post(running.signedUrl, path, body, signature(path, body));
      return response.status === 200 ? response.json() : response.status;
    };
    expect(await ask(CONSENT_HISTORY_PATH, { person, after: null, limit: 5 })).toMatchObject({
      kind: 'page',
    });
    expect(await ask(VERIFY_CONSENT_PATH, { person })).toMatchObject({ kind: 'broken', sequence: 2 });
    expect(await ask(VERIFY_ALL_CONSENT_PATH, { after: null, limit: 5 })).toMatchObject({ broken: [] });
    expect(await ask(CONSENT_HISTORY_PATH, { person, after: null, limit: 5_000 })).toBe(400);
    expect(running.asked).toEqual([
      'history demo customerId 7 5',
      'verify demo customerId 7',
      'verify all demo from the beginning',
    ]);
  });

  test('erase and export for a signed call that says who asks and why', async () => {
    const order = {
      account: 'demo',
      person: { name: 'customerId', value: '7' },
      by: 'me@here',
      reason: 'a ticket',
    };
    const ask = async (path: string, members: object): Promise<unknown> => {
      const body = JSON.stringify(members);
      const response = await post(running.signedUrl, path, body, signature(path, body));
      return response.status === 200 ? response.json() : response.status;
    };
    expect(await ask(ERASE_PATH, order)).toEqual({ kind: 'underway', erasure: 'e-1' });
    expect(await ask(ERASE_PATH, { ...order, reason: '' })).toBe(400);
    expect(await ask(ERASE_PATH, { ...order, by: undefined })).toBe(400);
    expect(await ask(BEGIN_EXPORT_PATH, order)).toEqual({ kind: 'unknown' });
    expect(await ask(AUDIT_ENTRIES_PATH, { account: 'demo', after: 3, limit: 5 })).toEqual([]);
    expect(running.asked).toEqual([
      'erase demo customerId for me@here: a ticket',
      'export demo customerId for me@here',
      'audit demo 3',
    ]);
    expect(JSON.stringify(running.lines())).not.toContain('"7"');
  });

  test('list an audience for a signed call, part by part, and leave one line about it in the log', async () => {
    const order = { segment: 'loyal', requires: 'P', identifiers: null, by: 'me@here', reason: '' };
    const ask = async (members: object): Promise<unknown> => {
      const body = JSON.stringify({ account: 'demo', ...order, ...members });
      const response = await post(running.signedUrl, AUDIENCE_PATH, body, signature(AUDIENCE_PATH, body));
      return response.status === 200 ? response.json() : response.status;
    };
    const next = { at: 5, umid: SURVIVOR };
    expect(await ask({ after: null })).toEqual({ members: [], seen: 1, unanswered: 0, next });
    expect(await ask({ after: next })).toMatchObject({ seen: 1 });
    expect(await ask({})).toBe(400);
    expect(await ask({ after: { at: 5, umid: 'none' } })).toBe(400);
    expect(await ask({ after: null, by: '' })).toBe(400);
    expect(running.asked).toEqual([
      'audience demo loyal P for me@here first',
      'audience demo loyal P for me@here next',
    ]);
    expect(running.lines()).toHaveLength(1);
  });

  test('recompute attributes for a signed call, part by part, and leave one line about it in the log', async () => {
    const ask = async (members: object): Promise<unknown> => {
      const body = JSON.stringify({ account: 'demo', ...members });
      const response = await post(running.signedUrl, RECOMPUTE_PATH, body, signature(RECOMPUTE_PATH, body));
      return response.status === 200 ? response.json() : response.status;
    };
    const next = { umid: SURVIVOR, inside: null };
    expect(await ask({ cursor: null })).toEqual({
      kind: 'recomputed',
      umids: 3,
      changed: 1,
      events: 9,
      next,
    });
    expect(await ask({ umids: [SURVIVOR], cursor: { ...next, inside: { time: 1, id: 'i' } } })).toMatchObject(
      {
        next,
      },
    );
    expect(await ask({})).toBe(400);
    expect(await ask({ umids: ['none'], cursor: null })).toBe(400);
    expect(running.asked).toEqual(['recompute demo everybody first', `recompute demo ${SURVIVOR} next`]);
    expect(running.lines()).toHaveLength(1);
  });

  test('list, replay and drop dead letters for a signed call, and change none without a reason', async () => {
    const ask = async (path: string, members: object): Promise<unknown> => {
      const body = JSON.stringify(members);
      const response = await post(running.signedUrl, path, body, signature(path, body));
      return response.status === 200 ? response.json() : response.status;
    };
    const change = { ids: ['tracking/0/1'], caller: { by: 'me@here', reason: 'a ticket' } };
    const nameless = { ...change, caller: { by: 'me@here', reason: '' } };
    expect(await ask(LIST_DEAD_LETTERS_PATH, { account: 'demo', limit: 500 })).toEqual([]);
    expect(await ask(LIST_DEAD_LETTERS_PATH, { limit: 501 })).toBe(400);
    expect(await ask(SHOW_DEAD_LETTER_PATH, { id: 'tracking/0/1' })).toEqual({ letter: null });
    expect(await ask(SHOW_DEAD_LETTER_PATH, { id: 'tracking' })).toBe(400);
    for (const path of [REPLAY_DEAD_LETTERS_PATH, DROP_DEAD_LETTERS_PATH]) {
      expect(await ask(path, change)).toMatchObject([{ id: 'tracking/0/1' }]);
      expect(await ask(path, nameless)).toBe(400);
      expect(await ask(path, { ...change, ids: [] })).toBe(400);
      expect(await ask(path, { ...change, ids: Array(51).fill('tracking/0/1') })).toBe(400);
    }
    expect(running.asked).toEqual([
      'dead letters demo 500',
      'dead letter tracking/0/1',
      'replay tracking/0/1 for me@here: a ticket',
      'drop tracking/0/1 for me@here: a ticket',
    ]);
    expect(running.lines()).toHaveLength(2);
  });

  test('decide for nobody who has hung up, however much time the call had', async () => {
    const body = JSON.stringify(call);
    const hangingUp = new AbortController();
    const headers = signature(RESOLVE_PATH, body);
    const { signal } = hangingUp;
    const answer = fetch(`${running.signedUrl}${RESOLVE_PATH}`, { method: 'POST', body, headers, signal });
    await expect.poll(() => running.asked).toEqual(['resolve demo']);
    hangingUp.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => running.asked).toContain('nobody waits any more');
  });

  test('undo a merge for a signed call, and leave a line about it in the log', async () => {
    const response = await post(
      running.signedUrl,
      UNMERGE_PATH,
      unmergeBody,
      signature(UNMERGE_PATH, unmergeBody),
    );
    expect([response.status, await response.json()]).toEqual([
      200,
      { kind: 'unmerged', survivor: SURVIVOR, restored: RESTORED },
    ]);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toBe('request-7');
    expect(running.asked).toEqual([`unmerge demo ${RESTORED}`]);
    expect(running.lines()).toMatchObject([
      {
        level: 'info',
        requestId: 'request-7',
        account: 'demo',
        kind: 'unmerged',
      },
    ]);
    expect(JSON.stringify(running.lines())).not.toContain(RESTORED);
  });

  test('explain a request, and answer what the schema declares and nothing else', async () => {
    const body = JSON.stringify(call);
    const response = await post(running.signedUrl, EXPLAIN_PATH, body, signature(EXPLAIN_PATH, body));
    expect([response.status, await response.json()]).toEqual([200, explanation]);
    expect(running.asked).toEqual(['explain demo']);
    expect(running.lines()).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['is not signed', {}],
    ['is signed with another secret', signature(UNMERGE_PATH, unmergeBody, { by: stranger })],
    ['was signed long ago', signature(UNMERGE_PATH, unmergeBody, { at: NOW - 60_001 })],
    ['was signed for another body', signature(UNMERGE_PATH, `${unmergeBody} `)],
    ['has a signature that is none', { [SIGNATURE_HEADER]: 'mac' }],
  ])('refuse a call that %s', async (_why, headers) => {
    const response = await post(running.signedUrl, UNMERGE_PATH, unmergeBody, headers);
    expect([response.status, running.asked]).toEqual([401, []]);
    expect(await response.json()).toMatchObject({ code: 'signature_refused' });
  });

  test('take no call that was recorded on another route', async () => {
    const body = JSON.stringify(call);
    const recorded = signature(EXPLAIN_PATH, body);
    expect((await post(running.signedUrl, RESOLVE_PATH, body, recorded)).status).toBe(401);
    expect(running.asked).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    [UNMERGE_PATH, '{', ['']],
    [UNMERGE_PATH, '[]', ['']],
    [UNMERGE_PATH, JSON.stringify({ account: 'demo', umid: 'x' }), ['/umid']],
    [UNMERGE_PATH, JSON.stringify({ account: 1, umid: RESTORED, force: true }), ['/account', '/force']],
    [
      EXPLAIN_PATH,
      JSON.stringify({ ...call, umdid: 'x', identifiers: [{ name: 'a' }] }),
      ['/umdid', '/identifiers/0/value'],
    ],
  ])('on %s answer %s with a 400 that names each member', async (path, body, pointers) => {
    const response = await post(running.signedUrl, path, body, signature(path, body));
    const { code, errors } = (await response.json()) as {
      code: string;
      errors: readonly { pointer: string }[];
    };
    expect([response.status, code]).toEqual([400, body === '{' ? 'malformed_body' : 'bad_request']);
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(pointers.toSorted());
    expect(running.asked).toEqual([]);
  });

  test.each([
    ['GET', UNMERGE_PATH],
    ['POST', '/internal/unmerge/'],
    ['POST', '/internal/erase'],
    ['POST', '/internal/'],
  ])('know nothing at %s %s', async (method, path) => {
    const body = method === 'POST' ? { body: unmergeBody } : {};
    const headers = signature(path, unmergeBody);
    const response = await fetch(`${running.signedUrl}${path}`, { method, headers, ...body });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('the same routes where only administrators can call', () => {
  test('take calls without a signature, and log them alike', async () => {
    const response = await post(running.openUrl, UNMERGE_PATH, unmergeBody);
    expect([response.status, await response.json()]).toMatchObject([200, { restored: RESTORED }]);
    expect(running.lines()).toMatchObject([{ level: 'info', account: 'demo', kind: 'unmerged' }]);
    expect((await post(running.openUrl, EXPLAIN_PATH, JSON.stringify(call))).status).toBe(200);
    expect((await post(running.openUrl, EXPLAIN_PATH, '{}')).status).toBe(400);
  });

  test('know no others', async () => {
    const body = JSON.stringify(call);
    expect((await post(running.openUrl, RESOLVE_PATH, body)).status).toBe(404);
    expect((await post(running.openUrl, `${UNMERGE_PATH}x`, unmergeBody)).status).toBe(404);
    expect((await fetch(`${running.openUrl}${UNMERGE_PATH}`)).status).toBe(404);
  });
});
