import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { takeHangUps } from './hang-ups.ts';

const trial = (inTerminal: boolean) => {
  const hooks = new EventEmitter();
  const terminal = { isThere: inTerminal };
  const heard: string[] = [];
  const listen = takeHangUps(hooks, () => terminal.isThere);
  const begin = (): void =>
    listen({ onReload: () => heard.push('read again'), onTerminalGone: () => heard.push('terminal gone') });
  return { hooks, terminal, heard, begin };
};

test('a hang-up that comes before there is a configuration to read again is not lost', () => {
  const { hooks, heard, begin } = trial(false);
  hooks.emit('SIGHUP');
  hooks.emit('SIGHUP');
  begin();
  expect(heard).toEqual(['read again']);
  hooks.emit('SIGHUP');
  expect(heard).toEqual(['read again', 'read again']);
});

test('a hang-up of the terminal that the process began in is told apart', () => {
  const { hooks, terminal, heard, begin } = trial(true);
  begin();
  hooks.emit('SIGHUP');
  terminal.isThere = false;
  hooks.emit('SIGHUP');
  expect(heard).toEqual(['read again', 'terminal gone']);
});
