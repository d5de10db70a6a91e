/** The operator's mistake: every fault found, each a sentence that names its place. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}
