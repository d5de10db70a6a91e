/** A server that is neither named by the environment nor found on this machine; the message says how to get it. */
export class ServerMissing extends Error {
  override readonly name = 'ServerMissing';
  readonly server: string;

  /** `install` is what installs it on a Debian machine, beside Docker Compose on a person's computer. */
  constructor(server: string, why: string, install: string) {
    super(
      `${server} is missing: ${why}. Run ${install}, or start one with ` +
        '`docker compose -f deploy/compose.yaml --profile servers up -d` and name it in the environment.',
    );
    this.server = server;
  }
}
