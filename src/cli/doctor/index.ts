import { ConfigError, listSecrets, readConfig, type Config } from '#config';
import { messageOf } from '#kernel/errors.ts';
import { readVersion } from '../../version.ts';
import { ok, wrong, type Finding } from './finding.ts';
import { checkLimits } from './limits.ts';
import { checkAdminKey, checkDisk, checkFolder, checkProxy, checkPublicUrl, checkService } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkSearchConsole } from './search-console.ts';
import { checkSecrets } from './secrets.ts';
import { checkSignIn } from './sign-in.ts';
import { checkSources } from './sources.ts';
import { checkRedis, checkStores } from './stores.ts';

type Check = (config: Config) => Promise<Finding | Finding[]>;

/** The checks, in the order of the printed list. */
const CHECKS: readonly (readonly [subject: string, check: Check])[] = [
  ['data folder', checkFolder],
  ['disk', checkDisk],
  ['admin key', checkAdminKey],
  ['service', checkService],
  ['limits', checkLimits],
  ['sign-in', checkSignIn],
  ['public address', checkPublicUrl],
  ['proxy', checkProxy],
  ['stores', checkStores],
  ['secrets', checkSecrets],
  ['Redis', checkRedis],
  ['search console', checkSearchConsole],
  ['sources', checkSources],
  ['mail', checkMail],
];

/** `sightline doctor`: prints the findings, and ends with 1 when something is wrong. */
export async function runDoctor({ json = false }: { readonly json?: boolean } = {}): Promise<void> {
  const findings = await examine();
  const isWell = findings.every(({ state }) => state !== 'wrong');
  process.stdout.write(json ? `${JSON.stringify({ ok: isWell, version: readVersion(), findings }, undefined, 2)}\n` : toText(findings));
  if (!isWell) process.exitCode = 1;
}

async function examine(): Promise<Finding[]> {
  try {
    return await listFindings(readConfig());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [wrong('configuration', messageOf(error), 'Every variable is explained in docs/configuration.md.')];
  }
}

/**
 * Checks everything that the service needs: folders it writes, stores and providers it reaches, and its
 * credentials there. Writes nothing, spends nothing, prints no secret.
 */
export async function listFindings(config: Config): Promise<Finding[]> {
  const hide = makeHider(config);
  const found = await Promise.all(CHECKS.map(async ([subject, check]) => await guard(subject, () => check(config))));
  const configuration = ok('configuration', 'every variable can be read');
  return [configuration, ...found.flat()].map((finding) => ({
    ...finding,
    text: hide(finding.text),
    ...(finding.remedy === undefined ? {} : { remedy: hide(finding.remedy) }),
  }));
}

/** A check that throws becomes a finding, so that the others still run. */
async function guard(subject: string, check: () => Promise<Finding | Finding[]>): Promise<Finding | Finding[]> {
  try {
    return await check();
  } catch (error) {
    return wrong(subject, messageOf(error), 'This was not expected: please report it.');
  }
}

/** Messages of others may repeat what they were given. */
function makeHider(config: Config): (text: string) => string {
  const secrets = listSecrets(config).filter((secret) => secret.length > 3);
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
}

const SUBJECT_WIDTH = 22;

function toText(findings: readonly Finding[]): string {
  return findings
    .map(({ subject, state, text, remedy }) => {
      const line = `${state.padEnd(7)}  ${subject.padEnd(SUBJECT_WIDTH)}  ${text.replaceAll('\n', ' ')}\n`;
      return remedy === undefined || state === 'ok' ? line : `${line}${' '.repeat(7 + 2 + SUBJECT_WIDTH + 2)}${remedy}\n`;
    })
    .join('');
}
