import type { Socket } from 'node:net';

/** Where the head of a request ends, and a body in chunks, with trailers or without. */
const END = Buffer.from('\r\n\r\n');
const [CR, LF] = [0x0d, 0x0a];

/** What a connection hands to Node's parser, and when. */
export interface PacedReader {
  /** Received and not parsed yet; what the socket itself keeps beside it included. */
  readonly heldBytes: number;
  /** Whether it ever had to hold something back. */
  readonly hasHeld: boolean;
  /** Hands over one more piece. */
  goOn(): void;
  /** For good: what comes from now on is not parsed, and what is held is dropped. */
  stop(): void;
}

export interface PacedReaderDeps {
  /** Whether the next request may be parsed at once. */
  readonly mayRead: () => boolean;
  /**
   * How long the body is of which the parser has had the head and not the end: 0 where there is none, `Infinity` where its end
   * shows in its bytes alone.
   */
  readonly bodyBytes: () => number;
  /** Hears that pieces wait for `goOn`; called again as long as they do. */
  readonly onHeld: () => void;
}

type Parse = (piece: Buffer) => void;

/**
 * Puts itself between a socket and Node's parser, which makes objects of all the requests of a read (64 KiB may be
 * thousands) at once and cannot be stopped within it. Here it gets a request at a time, its body as soon as that is there,
 * and nothing of the next; while it gets nothing, the socket is paused. Where a request ends is only for the pace: whoever
 * makes it look otherwise is parsed all the same. To be called as soon as the server has the connection.
 */
export const createPacedReader = (socket: Socket, deps: PacedReaderDeps): PacedReader =>
  new PiecewiseReader(socket, deps);

/** A class, as every connection makes one. */
class PiecewiseReader implements PacedReader {
  hasHeld = false;
  readonly #socket: Socket;
  readonly #deps: PacedReaderDeps;
  readonly #parse: Parse;
  #rest: Buffer | null = null;
  #isHolding = false;
  #mayGoOn = false;
  /** What the parser has had of the body that it is in. */
  #bodyTaken = 0;

  constructor(socket: Socket, deps: PacedReaderDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#parse = parserOf(socket);
    socket.on('data', this.#take).off('data', this.#parse).on('resume', this.#feed);
  }

  get heldBytes(): number {
    return (this.#rest?.length ?? 0) + this.#socket.readableLength;
  }

  /** By resuming: a socket that is not paused and becomes so while it parses was paused by Node. */
  goOn(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    this.#mayGoOn = true;
    this.#socket.resume();
  }

  stop(): void {
    this.#socket.off('data', this.#take).off('resume', this.#feed);
    this.#rest = null;
  }

  readonly #take = (chunk: Buffer): void => {
    this.#rest = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#feed();
  };

  /** Also when the socket resumes: Node does that whenever a request was read, and after a pause of its own. */
  readonly #feed = (): void => {
    // Node pauses the socket where its answers pile up, and its parser with it, which must then get nothing.
    while (this.#rest !== null && !this.#socket.isPaused()) {
      const bodyBytes = this.#deps.bodyBytes();
      if (bodyBytes > 0) this.#parseBody(this.#rest, bodyBytes);
      else if (this.#mayGoOn || this.#deps.mayRead()) this.#parseHead(this.#rest);
      else this.#hold();
    }
  };

  #hold(): void {
    this.#isHolding = true;
    this.hasHeld = true;
    this.#socket.pause();
    this.#deps.onHeld();
  }

  #parseHead(rest: Buffer): void {
    this.#mayGoOn = false;
    this.#bodyTaken = 0;
    this.#parsePiece(rest, endOf(rest, headStart(rest)));
  }

  /** Never beyond the next end, even where the parser has had more of the body than was counted: the rest may be requests. */
  #parseBody(rest: Buffer, bodyBytes: number): void {
    const left = bodyBytes - this.#bodyTaken;
    const end = Math.min(left > 0 ? left : Infinity, endOf(rest, 0));
    this.#bodyTaken += end;
    this.#parsePiece(rest, end);
  }

  #parsePiece(rest: Buffer, end: number): void {
    this.#rest = end === rest.length ? null : rest.subarray(end);
    this.#parse.call(this.#socket, end === rest.length ? rest : rest.subarray(0, end));
  }
}

/** Behind the next end that is told by line ends; all of it where there is none. */
const endOf = (bytes: Buffer, from: number): number => {
  const at = bytes.indexOf(END, from);
  return at < 0 ? bytes.length : at + END.length;
};

/** Behind the empty lines that a client may send in front of a request. */
const headStart = (bytes: Buffer): number => {
  const at = bytes.findIndex((byte) => byte !== CR && byte !== LF);
  return at < 0 ? bytes.length : at;
};

/** Node's server listens for the bytes of its connections; where nobody else does, it reads past the socket. */
const parserOf = (socket: Socket): Parse => {
  const [parse, ...others] = socket.listeners('data');
  if (parse === undefined || others.length > 0) throw new Error('the HTTP server hears no bytes');
  return parse as Parse;
};
