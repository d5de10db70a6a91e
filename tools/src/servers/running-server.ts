/** A server of its own that tests can hurt. */
export interface RunningServer {
  /** What an app is given in its environment: a URI, or brokers with commas between them. */
  readonly uri: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL; the data stay. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers any more when it returns. */
  pause(): Promise<void>;
  /** SIGCONT. */
  resume(): void;
  /** Starts it again, on the same port and data; ends it in order first where it still runs. */
  restart(): Promise<void>;
}

/** What a server that is not ours does when it is to be hurt. */
export const refuse = (): never => {
  throw new Error('this server was given by the environment and is not ours to stop');
};

/** A server that the environment names: somebody else starts and stops it. */
export const givenServer = (uri: string): RunningServer => ({
  uri,
  stop: async () => undefined,
  kill: async () => refuse(),
  pause: async () => refuse(),
  resume: refuse,
  restart: async () => refuse(),
});
