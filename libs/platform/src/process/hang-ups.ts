import process from 'node:process';
import { isatty } from 'node:tty';
import type { ProcessHooks } from './lifecycle.ts';

/** Is told when the process gets a SIGHUP. */
export interface HangUpListener {
  /** An operator asks for the configuration to be read again. */
  onReload(): void;
  /** The terminal that the process ran in has been closed, and nobody could stop it by hand any more. */
  onTerminalGone(): void;
}

/** A terminal that has hung up is none any more. */
const isInTerminal = (): boolean => isatty(0);

/**
 * Takes SIGHUP from now on, which would else end the process. Answers with what sets the listener: a signal that came
 * before there was one is told to it at once.
 */
export const takeHangUps = (
  hooks: Pick<ProcessHooks, 'on'> = process,
  inTerminal: () => boolean = isInTerminal,
): ((listener: HangUpListener) => void) => {
  const beganInTerminal = inTerminal();
  let missed = false;
  let tell = (): void => {
    missed = true;
  };
  hooks.on('SIGHUP', () => tell());
  return (listener) => {
    tell = () => (beganInTerminal && !inTerminal() ? listener.onTerminalGone() : listener.onReload());
    if (missed) tell();
  };
};
