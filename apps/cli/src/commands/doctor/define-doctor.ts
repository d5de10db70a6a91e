import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { checkConnection } from './checks/check-connection.ts';
import { trusting, type AskingOptions } from './observing/encryption.ts';
import { examine } from './examine.ts';
import { observe } from './observing/observation.ts';
import { asAddress, asCertificates, asConnectTo, asOrigin } from './option-words.ts';
import { hasFailed, reportOf, reportText, type Report } from './report.ts';
import { subjectOf, type Subject } from './observing/subject.ts';

/** `kith doctor`: examines a deployed endpoint from outside. */
export const defineDoctor = (kith: CommandUnknownOpts, { act }: CommandDeps): void => {
  kith
    .command('doctor')
    .description(
      'Examines a deployed endpoint from outside: domain, TLS, cookie, CORS, guard, caching, tag and clock, and says how ' +
        'to mend what is wrong. It leaves one anonymous visit behind, a few more where no cookie arrives, and names them.',
    )
    .argument('<url>', 'address of the endpoint, as https://id.example.com/op/web/info', asAddress)
    .option('--pipeline <name>', 'the pipeline, where the address is that of the host alone')
    .option(
      '--site <origin>',
      "origin of the website's pages; https://www. and the domain without it",
      asOrigin,
    )
    .option(
      '--connect-to <host:port>',
      'ask this server, whatever DNS says: before the name is switched',
      asConnectTo,
    )
    .option('--ca <file>', 'trust the authorities in this PEM file too', asCertificates)
    .option('--json', 'as a JSON object')
    .action((address, { pipeline, site, connectTo, ca, json }, command) => {
      const subject = subjectOf(address, { pipeline, site });
      if (typeof subject === 'string') return command.error(`error: ${subject}`);
      return act(async () => {
        const trusted = ca === undefined ? undefined : trusting(ca);
        const report = await examined(subject, { origin: subject.endpoint, connectTo, ca: trusted });
        return outcomeOf(report, json === true);
      });
    });
};

const examined = async (subject: Subject, options: AskingOptions): Promise<Report> => {
  const seen = await observe(subject, options);
  return seen.kind === 'answered'
    ? reportOf(subject, examine(seen), seen)
    : reportOf(subject, [checkConnection(subject, seen)], null);
};

const outcomeOf = (report: Report, asJson: boolean): Outcome => {
  const data = asJson ? JSON.stringify(report) : reportText(report);
  return hasFailed(report)
    ? {
        kind: 'failed',
        code: 'checks_failed',
        data,
        message: 'visitors would not be recognised as they should; see what to mend',
      }
    : { kind: 'done', data };
};
