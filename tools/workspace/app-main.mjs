// Starts the program of an app, which the build has laid beside this file. What V8 compiled of it is kept there when a
// start ends in order, and the next one takes it: compiling the megabytes of a program is half of a short start.
import { Buffer } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import v8 from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** The build puts the name of the program here; it is of its content, as V8 compares no more of that than its length. */
const PROGRAM = 'program.cjs';
/** How much more than was taken up must have been compiled that it is kept anew. */
const LEARNED = 1.25;
/** Of the check sum, in bytes: V8 does not look whether what it reads is whole. */
const SUM_BYTES = 4;

const program = join(import.meta.dirname, PROGRAM);

/** What V8 compiled belongs to its version, to the machine, and to the flags that it was started with. */
const startedWith = JSON.stringify([
  process.version,
  process.arch,
  process.execArgv,
  process.env.NODE_OPTIONS,
]);
const compiled = `${program}.${createHash('sha256').update(startedWith).digest('hex').slice(0, 16)}`;

const sumOf = (data) => {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(data));
  return sum;
};

const readCompiled = () => {
  try {
    const whole = readFileSync(compiled);
    const data = whole.subarray(SUM_BYTES);
    return sumOf(data).equals(whole.subarray(0, SUM_BYTES)) ? data : undefined;
  } catch {
    return undefined;
  }
};

const bytecode = () => v8.getHeapCodeStatistics().bytecode_and_metadata_size;

/** Others may start and end at the same time: each finds a whole file, or none. */
const keepCompiled = (script) => {
  const beside = `${compiled}.${randomUUID()}`;
  try {
    // V8 takes nothing that was compiled under other flags than it has itself, and apps set this one while they run.
    v8.setFlagsFromString('--heap-growing-percent=0');
    const data = script.createCachedData();
    writeFileSync(beside, Buffer.concat([sumOf(data), data]));
    renameSync(beside, compiled);
  } catch {
    // Whoever may not write here, in an image for example, starts without it.
    rmSync(beside, { force: true });
  }
};

const cachedData = readCompiled();
const script = new Script(readFileSync(program, 'utf8'), { filename: program, cachedData });
const taken = cachedData !== undefined && script.cachedDataRejected !== true ? bytecode() : 0;
process.on('exit', () => bytecode() > taken * LEARNED && keepCompiled(script));
script.runInThisContext()(createRequire(import.meta.url));
