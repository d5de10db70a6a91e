import type { Socket } from 'node:net';

/** Where the head of a request ends. */
const END_OF_HEAD = '\r\n\r\n';
/** No piece is shorter, so that a body full of line ends does not become as many pieces. */
const PIECE_BYTES = 64;

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
  /** Whether the next piece may be parsed at once. */
  readonly mayRead: () => boolean;
  /** Hears that pieces wait for `goOn`; called again as long as they do. */
  readonly onHeld: () => void;
}

type Parse = (piece: Buffer) => void;

/**
 * Puts itself between a socket and Node's parser, which makes objects of all the requests of a read (64 KiB may be
 * thousands) at once and cannot be stopped within it. Here it gets a request or a few at a time; while it gets nothing, the
 * socket is paused. To be called as soon as the server has the connection.
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
      if (!this.#mayGoOn && !this.#deps.mayRead()) {
        this.#hold();
        return;
      }
      this.#mayGoOn = false;
      this.#parse.call(this.#socket, this.#nextPiece(this.#rest));
    }
  };

  #hold(): void {
    this.#isHolding = true;
    this.hasHeld = true;
    this.#socket.pause();
    this.#deps.onHeld();
  }

  #nextPiece(rest: Buffer): Buffer {
    const end = pieceEnd(rest);
    this.#rest = end === rest.length ? null : rest.subarray(end);
    return end === rest.length ? rest : rest.subarray(0, end);
  }
}

/** After the first head that ends beyond the least length of a piece. */
const pieceEnd = (bytes: Buffer): number => {
  const at = bytes.length <= PIECE_BYTES ? -1 : bytes.indexOf(END_OF_HEAD, PIECE_BYTES - END_OF_HEAD.length);
  return at < 0 ? bytes.length : at + END_OF_HEAD.length;
};

/** Node's server listens for the bytes of its connections; where nobody else does, it reads past the socket. */
const parserOf = (socket: Socket): Parse => {
  const [parse, ...others] = socket.listeners('data');
  if (parse === undefined || others.length > 0) throw new Error('the HTTP server hears no bytes');
  return parse as Parse;
};
