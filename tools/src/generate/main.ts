import { openMongodbReader } from '@kith/mongodb';
import { questionsOf } from './analyst-questions.ts';
import { countPeople, fillDatabase, inDatabase, somebodyIn, type Place } from './fill-database.ts';
import { readOptions, USAGE, WrongUsage } from './options.ts';
import { findingsTable, profileQuestions, scans } from './profiled-questions.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const measure = async (place: Place): Promise<boolean> => {
  const reader = await openMongodbReader(place);
  try {
    return await inDatabase(place, async (database) => {
      const findings = await profileQuestions(database, questionsOf(reader, await somebodyIn(database)));
      const [profiles, events] = await Promise.all([
        countPeople(database),
        database.collection('events').estimatedDocumentCount(),
      ]);
      process.stdout.write(`${profiles} profiles, ${events} events\n\n${findingsTable(findings)}\n`);
      return !findings.some(scans);
    });
  } finally {
    await reader.close();
  }
};

const placeIn = (environment: NodeJS.ProcessEnv): Place => {
  const uri = environment['MONGODB_URI'];
  const database = uri === undefined ? '' : new URL(uri).pathname.slice(1);
  if (uri === undefined || database === '')
    throw new WrongUsage('MONGODB_URI must name a server and a database');
  return { uri, database };
};

const run = async (args: readonly string[]): Promise<number> => {
  try {
    const options = readOptions(args);
    if (options.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    const place = placeIn(process.env);
    if (!options.measureOnly) await fillDatabase(place, options, say);
    return (await measure(place)) ? 0 : 1;
  } catch (error) {
    if (error instanceof WrongUsage) say(`${error.message}\n\n${USAGE}`);
    else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return error instanceof WrongUsage ? 2 : 1;
  }
};

process.exitCode = await run(process.argv.slice(2));
