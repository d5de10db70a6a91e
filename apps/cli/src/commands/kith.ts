import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandDeps } from './parts/command.ts';
import { defineAuditList } from './audit/audit-list.ts';
import { defineAuditVerify } from './audit/audit-verify.ts';
import { defineConsentHistory } from './consent/consent-history.ts';
import { defineConsentReceipt } from './consent/consent-receipt.ts';
import { defineConsentVerify } from './consent/consent-verify.ts';
import { defineDeadLetters } from './dead-letters/define-dead-letters.ts';
import { defineDestinations } from './destinations/define-destinations.ts';
import { defineDoctor } from './doctor/define-doctor.ts';
import { defineErase } from './persons/erase.ts';
import { defineExplain } from './persons/explain.ts';
import { defineExport } from './persons/export.ts';
import { defineImport } from './importing/define-import.ts';
import { defineKeysList } from './keys/keys-list.ts';
import { defineKeysRevoke } from './keys/keys-revoke.ts';
import { defineKeysRotate } from './keys/keys-rotate.ts';
import { defineMigrate } from './migrating/define-migrate.ts';
import { defineRecompute } from './recomputing/define-recompute.ts';
import { defineUnmerge } from './persons/unmerge.ts';
import { defineUserAdd } from './users/user-add.ts';
import { defineUserList } from './users/user-list.ts';
import { defineUserPasswd } from './users/user-passwd.ts';
import { defineUserRemove } from './users/user-remove.ts';

const FOOT = `
Where the data lies is read from the environment of the apps: DATA_DIR, or RESOLVER_URL and MONGODB_URI, and
CONFIG_FILE; docs/settings.md has all. While an app runs on the data, the command asks that app.

Exit codes: 0 success, 1 failure, 2 wrong usage.`;

/** All commands; parsing throws a `CommanderError` instead of ending the process. */
export const defineKith = (defining: CommandDeps): CommandUnknownOpts => {
  const kith = new Command('kith')
    .description("The administrator's commands of Kith.")
    .addHelpText('after', FOOT)
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError('Add --help to see how it is used.')
    .configureOutput({
      writeOut: (text) => defining.terminal.data(text.trimEnd()),
      writeErr: (text) => defining.terminal.message(text.trimEnd()),
      outputError: (text, write) => write(withoutValues(text)),
    });
  const user = kith.command('user').description('People who may fetch offline tokens.').helpCommand(false);
  defineUserAdd(user, defining);
  defineUserList(user, defining);
  defineUserPasswd(user, defining);
  defineUserRemove(user, defining);
  const keys = kith.command('keys').description('Keys that sign access tokens.').helpCommand(false);
  defineKeysList(keys, defining);
  defineKeysRotate(keys, defining);
  defineKeysRevoke(keys, defining);
  const consent = kith
    .command('consent')
    .description('What people have consented to, and the proof of it.')
    .helpCommand(false);
  defineConsentHistory(consent, defining);
  defineConsentVerify(consent, defining);
  defineConsentReceipt(consent, defining);
  defineExplain(kith, defining);
  defineDoctor(kith, defining);
  defineUnmerge(kith, defining);
  defineImport(kith, defining);
  defineRecompute(kith, defining);
  defineErase(kith, defining);
  defineExport(kith, defining);
  defineDeadLetters(kith, defining);
  defineDestinations(kith, defining);
  defineMigrate(kith, defining);
  const audit = kith
    .command('audit')
    .description('What administrators did to the people of an account, to its users and to the signing keys.')
    .helpCommand(false);
  defineAuditList(audit, defining);
  defineAuditVerify(audit, defining);
  return kith;
};

/** What somebody gave to an option that does not exist may be a password: no message repeats it. */
const withoutValues = (text: string): string =>
  text.replace(/(unknown option '(?:--[^=']*|-[^-]))[^\n]*'/, "$1'");
