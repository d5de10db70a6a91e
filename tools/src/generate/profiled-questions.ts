import type { Db, Document } from 'mongodb';
import type { Question } from './analyst-questions.ts';

/** How MongoDB found what one question asked for: the sum over the commands that it took. */
export interface Finding {
  readonly name: string;
  readonly commands: number;
  /** The indexes that were used, or `COLLSCAN`. */
  readonly plans: readonly string[];
  readonly keys: number;
  readonly documents: number;
  readonly returned: number;
  /** Of the fastest of three times, as the server counts it. */
  readonly ms: number;
  readonly sortsInMemory: boolean;
}

const TIMES = 3;
const SAMPLES = 'system.profile';

/** Asks each question three times with the server's profiler on, and says what the fastest time took. */
export const profileQuestions = async (
  database: Db,
  questions: readonly Question[],
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const question of questions) {
    const tries: Finding[] = [];
    for (let time = 0; time < TIMES; time += 1) tries.push(await profiled(database, question));
    findings.push(tries.reduce((best, one) => (one.ms < best.ms ? one : best)));
  }
  return findings;
};

const profiled = async (database: Db, { name, ask }: Question): Promise<Finding> => {
  await database.command({ profile: 0 });
  await database.collection(SAMPLES).drop();
  await database.command({ profile: 2 });
  await ask();
  await database.command({ profile: 0 });
  const samples = await database
    .collection(SAMPLES)
    .find({ ns: { $not: /system\.profile$/ }, 'command.profile': { $exists: false } })
    .toArray();
  const reads = samples.filter((sample) => 'nreturned' in sample);
  const sum = (member: string): number =>
    reads.reduce((total, sample) => total + Number(sample[member] ?? 0), 0);
  return {
    name,
    commands: reads.length,
    plans: [...new Set(reads.flatMap(plansOf))],
    keys: sum('keysExamined'),
    documents: sum('docsExamined'),
    returned: sum('nreturned'),
    ms: sum('millis'),
    sortsInMemory: reads.some((sample) => sample['hasSortStage'] === true),
  };
};

const plansOf = ({ planSummary = '' }: Document): readonly string[] =>
  Array.from(
    String(planSummary).matchAll(/COLLSCAN|IXSCAN \{[^}]*\}|IDHACK|EOF|COUNT_SCAN[^,]*/g),
    ([plan]) => plan,
  );

/** Whether the question was answered by looking through a collection. */
export const scans = ({ plans, sortsInMemory }: Finding): boolean =>
  plans.includes('COLLSCAN') || sortsInMemory;

/** As a table in Markdown. */
export const findingsTable = (findings: readonly Finding[]): string =>
  [
    '| question | commands | plans | keys | documents | returned | ms |',
    '| --- | ---: | --- | ---: | ---: | ---: | ---: |',
    ...findings.map(
      ({ name, commands, plans, keys, documents, returned, ms }) =>
        `| ${[name, commands, plans.map((plan) => `\`${plan}\``).join(' '), keys, documents, returned, ms].join(' | ')} |`,
    ),
  ].join('\n');
