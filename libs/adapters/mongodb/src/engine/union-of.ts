import type { Deadline } from '@kith/ports';
import type { Document } from 'mongodb';
import type { Connection } from './connection.ts';

/** One of several questions to a collection, and how many rows it can bring. */
export interface Question {
  readonly stages: readonly Document[];
  readonly limit: number;
}

/** A row, and the place of the question that it answers. */
type Answered<T> = T & { readonly question: number };

/** A pipeline may have a thousand stages; a hundred are still planned in a moment. */
const QUESTIONS_PER_COMMAND = 100;

/** The rows of each question, in its order: a hundred questions are one round trip. */
export const unionOf = async <T extends Document>(
  connection: Connection,
  deadline: Deadline,
  collection: string,
  questions: readonly Question[],
): Promise<readonly (readonly T[])[]> => {
  const commands = Array.from({ length: Math.ceil(questions.length / QUESTIONS_PER_COMMAND) }, (_, index) =>
    questions.slice(index * QUESTIONS_PER_COMMAND, (index + 1) * QUESTIONS_PER_COMMAND),
  );
  const answers = await Promise.all(commands.map((some) => ask<T>(connection, deadline, collection, some)));
  return answers.flat();
};

const ask = async <T extends Document>(
  connection: Connection,
  deadline: Deadline,
  collection: string,
  questions: readonly Question[],
): Promise<readonly (readonly T[])[]> => {
  const rows = await connection.call(deadline, (bounds) =>
    connection.database
      .collection(collection)
      .aggregate<Answered<T>>(pipelineOf(collection, questions), {
        ...bounds,
        batchSize: most(questions) + 1,
      })
      .toArray(),
  );
  const answers: T[][] = questions.map(() => []);
  for (const row of rows) answers[row.question]?.push(row);
  return answers;
};

const pipelineOf = (collection: string, questions: readonly Question[]): Document[] => {
  const [first = [], ...others] = questions.map(({ stages }, index) => [
    ...stages,
    { $addFields: { question: { $literal: index } } },
  ]);
  return [...first, ...others.map((pipeline) => ({ $unionWith: { coll: collection, pipeline } }))];
};

const most = (questions: readonly Question[]): number => questions.reduce((sum, { limit }) => sum + limit, 0);
