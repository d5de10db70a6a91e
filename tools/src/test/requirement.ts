/** What looking for a requirement found: what the suites are told about it, or why they cannot run here. */
export type Finding =
  | {
      readonly found: true;
      readonly environment: Readonly<Record<string, string>>;
      /** Ends what was started for the suites. */
      readonly release?: () => Promise<void>;
    }
  | { readonly found: false; readonly reason: string };

/**
 * Something that not every machine has. The suites that need it carry its mark in their file name:
 * `fcdata.chromium.test.ts` needs the requirement whose mark is `chromium`.
 */
export type Requirement = {
  readonly mark: string;
  readonly name: string;
  /** Looks for it, and starts it where it must be running. */
  readonly find: () => Finding | Promise<Finding>;
};

/** The mark of the suites that hurt servers and apps of their own. */
export const FAULTS_MARK = 'faults';

/** The mark of the suites that need MongoDB, Kafka and Redis. */
export const SERVERS_MARK = 'servers';

export type Surveyed = { readonly requirement: Requirement; readonly finding: Finding };

/** The pattern of the suites that carry a mark. */
const suitesMarked = (mark: string): string => `\\.${mark}\\.(.+\\.)?test\\.ts$`;

/** Whether a suite needs what the mark stands for. */
export const needs = (suite: string, mark: string): boolean => new RegExp(suitesMarked(mark)).test(suite);

/** Looks for what these suites need, and for nothing else. */
export const surveyMachine = (
  requirements: readonly Requirement[],
  suites: readonly string[],
): Promise<readonly Surveyed[]> =>
  Promise.all(
    requirements
      .filter(({ mark }) => suites.some((suite) => needs(suite, mark)))
      .map(async (requirement) => ({ requirement, finding: await requirement.find() })),
  );

/** Ends everything that was started for the suites. */
export const releaseAll = async (survey: readonly Surveyed[]): Promise<void> => {
  await Promise.all(
    survey.map(async ({ finding }) => {
      if (finding.found) await finding.release?.();
    }),
  );
};
