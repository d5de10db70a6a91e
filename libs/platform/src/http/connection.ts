import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createPacedReader, type PacedReader } from './paced-reader.ts';
import { type PipelinedRequests } from './pipelined-requests.ts';
import type { Reader } from './unread-answers.ts';

/** The most answers of a connection that are not out; browsers, who do not pipeline, have one. */
const MAX_UNDER_WAY = 16;

interface WaitingRequest {
  readonly response: ServerResponse;
  readonly dispatch: () => void;
}

/** One connection of a server: what is under way on it, what waits for that, and how its peer takes the answers. */
export class Connection {
  readonly socket: Socket;
  readonly #pipelined: PipelinedRequests;
  readonly #reading: PacedReader;
  /** At most sixteen, mostly one: an array is faster than a set, and leaves no garbage. */
  readonly #underWay: ServerResponse[] = [];
  /** What one piece brought beyond the most that may be under way. */
  readonly #waiting: WaitingRequest[] = [];
  #isAsking = false;
  #newest: ServerResponse | undefined;
  #taken = '';
  #takenAt = 0;
  #freeAt = 0;
  #isSeen = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(socket: Socket, pipelined: PipelinedRequests) {
    this.socket = socket;
    this.#pipelined = pipelined;
    this.#reading = createPacedReader(socket, {
      mayRead: () => this.#underWay.length === 0,
      bodyBytes: () => bodyBytesOf(this.#newest?.req),
      onHeld: this.#askForTurn,
    });
  }

  /** It has sent what could not be parsed yet. */
  get isBehind(): boolean {
    return this.#reading.heldBytes > 0;
  }

  /** Nothing is kept for it. */
  get isIdle(): boolean {
    return this.#underWay.length === 0 && this.#reading.heldBytes === 0;
  }

  /** In the order of their requests. */
  get unanswered(): readonly ServerResponse[] {
    return [...this.#underWay, ...this.#waiting.map(({ response }) => response)];
  }

  readonly #askForTurn = (): void => {
    // A peer that does not take what is ready for it gets no more made ready; that is asked again when an answer is out.
    if (this.#isAsking || this.#underWay.length === MAX_UNDER_WAY || this.socket.writableLength > 0) return;
    this.#isAsking = true;
    this.#pipelined.enqueue(this.#takeTurn);
  };

  readonly #takeTurn = (): void => {
    this.#isAsking = false;
    if (!this.socket.destroyed) this.#reading.goOn();
  };

  /** Dispatches a request as soon as there is room for its answer. */
  admit(response: ServerResponse, dispatch: () => void): void {
    this.#newest = response;
    clearTimeout(this.#resting);
    if (this.#underWay.length < MAX_UNDER_WAY) this.#begin({ response, dispatch });
    else this.#waiting.push({ response, dispatch });
  }

  #begin({ response, dispatch }: WaitingRequest): void {
    this.#underWay.push(response);
    if (this.#reading.hasHeld) this.#pipelined.began(response);
    dispatch();
  }

  /** To be called where nobody looks as it is idle. */
  unseen(): void {
    this.#isSeen = false;
  }

  /** An answer is out, or will never be. `restMs`: how long one who pipelined may rest when nothing is kept for it. */
  ended(response: ServerResponse, restMs: number): void {
    const at = this.#underWay.indexOf(response);
    if (at >= 0) this.#underWay.splice(at, 1);
    // What is kept until the next request comes would grow old, and costs a large collection then.
    if (this.#newest === response) this.#newest = undefined;
    if (!this.#reading.hasHeld) return;
    this.#pipelined.goOn();
    if (this.socket.destroyed) return;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
    if (this.#reading.heldBytes > 0) this.#askForTurn();
    if (this.#underWay.length === 0) this.#rest(restMs);
  }

  /**
   * The system may have taken for the peer what it never reads: nobody can tell, and no load balancer pipelines. By a timer
   * of its own, as line ends, which bring no request, put off the one of the socket.
   */
  #rest(restMs: number): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (this.isIdle) this.socket.destroy();
      else if (!this.socket.destroyed) this.#rest(restMs);
    }, restMs).unref();
  }

  /** No further request is taken. */
  stop(): void {
    this.#reading.stop();
  }

  /**
   * How its peer reads, `now` in milliseconds of any clock; to be asked again and again. `inCrowd`: whether so many are
   * behind that being behind is held against them.
   */
  look(now: number, inCrowd: boolean): Reader {
    const taken = takenOf(this.socket);
    const isOwed = this.socket.writableLength > 0;
    // Where nothing is ready for the peer, it is not the one who is waited for.
    if (!isOwed || taken !== this.#taken) this.#takenAt = now;
    // What it sent at once must be served within the time: the system may take for a peer what that never reads.
    if (isOwed || !inCrowd || !this.isBehind) this.#freeAt = now;
    // Nobody looks at idle connections: what stood before is over.
    if (!this.#isSeen) this.#takenAt = this.#freeAt = now;
    this.#isSeen = true;
    this.#taken = taken;
    return { bytes: this.#keptBytes(), idleMs: now - Math.min(this.#takenAt, this.#freeAt) };
  }

  #keptBytes(): number {
    let bytes = this.#reading.heldBytes;
    for (const { writableLength } of this.#underWay) bytes += writableLength;
    return bytes;
  }
}

/** Of a request that is not complete, as far as its head tells. */
const bodyBytesOf = (request: IncomingMessage | undefined): number => {
  if (request === undefined || request.complete) return 0;
  const { 'content-length': length } = request.headers;
  return length === undefined ? Infinity : Number(length);
};

/** The part of a socket of Node that tells how far the system is with a write; `socket.setTimeout` looks at it too. */
interface WithHandle {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** Changes whenever the system takes something of what is written. */
const takenOf = (socket: Socket): string => {
  const { _handle: handle } = socket as unknown as WithHandle;
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
};
