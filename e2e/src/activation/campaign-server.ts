import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listen } from '../kit/listen.ts';

/** What a campaign system was told, after its signature was verified. */
export type Told = {
  /** `webhook-id`: the same for each try. */
  readonly messageId: string;
  readonly id: string;
  readonly type: string;
  readonly umid: string;
  readonly subject: string;
  readonly identifiers: readonly { readonly name: string; readonly value: string }[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly time: string;
  /** When it came; milliseconds of this machine. */
  readonly at: number;
};

/** How a call is answered; `hang`: not at all; `reset`: it is taken, and the connection is reset before the answer. */
export type Answer =
  { readonly status: number; readonly headers?: Record<string, string> } | 'hang' | 'reset';

/** A campaign system: a real HTTP server, of which a test says how it answers. */
export type CampaignServer = {
  readonly url: string;
  /** Everything that came, taken or not. */
  readonly calls: readonly Told[];
  /** What it took, in order: it answered with 2xx, or would have. */
  readonly taken: readonly Told[];
  /** Of calls whose signature was wrong. */
  readonly forged: readonly string[];
  answer(how: (told: Told) => Answer): void;
  forget(): void;
  close(): Promise<void>;
};

const TAKEN: Answer = { status: 204 };

export const startCampaignServer = async (secret: string): Promise<CampaignServer> => {
  const [calls, taken, forged]: [Told[], Told[], string[]] = [[], [], []];
  let answerTo: (told: Told) => Answer = () => TAKEN;
  const verifier = new Webhook(secret);
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const told = verified(verifier, request, await bodyOf(request));
    if (told === null) {
      forged.push(request.url ?? '');
      response.writeHead(401).end();
      return;
    }
    calls.push(told);
    const answer = answerTo(told);
    if (answer === 'hang') return;
    if (answer === 'reset') {
      taken.push(told);
      request.socket.resetAndDestroy();
      return;
    }
    if (answer.status < 300) taken.push(told);
    response.writeHead(answer.status, answer.headers).end();
  };
  const { url, close } = await listen((request, response) => void receive(request, response));
  return {
    url: `${url}/hook`,
    calls,
    taken,
    forged,
    answer: (how) => {
      answerTo = how;
    },
    forget: () => {
      for (const list of [calls, taken]) list.length = 0;
      answerTo = () => TAKEN;
    },
    close,
  };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const verified = (verifier: Webhook, { headers }: IncomingMessage, body: string): Told | null => {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    const told = verifier.verify(body, texts) as Omit<Told, 'messageId' | 'at'>;
    return { ...told, messageId: texts['webhook-id'] ?? '', at: Date.now() };
  } catch {
    return null;
  }
};
