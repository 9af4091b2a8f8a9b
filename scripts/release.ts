/**
 * `npm run release`: what a release must pass, one step after the other, and then what is published of it. Ends with 1 at the first step that
 * fails. `npm run release sbom source` runs only the steps that are named; `--into` names the folder, `release` unless given.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commandStep, runCommand, type Step, type StepResult } from './checks/run-step.ts';

const { values, positionals } = parseArgs({ options: { into: { type: 'string', default: 'release' } }, allowPositionals: true });
const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const name = `sightline-${version}`;
const toPath = (file: string): string => join(values.into, file);
const SUMS = 'SHA256SUMS';

const STEPS: readonly Step[] = [
  { name: 'committed', run: isCommitted },
  { name: 'changelog', run: hasChanges },
  commandStep('verify', 'npm', 'run', 'verify'),
  commandStep('tests', 'npm', 'test', '--', '--all'),
  commandStep('walks', 'npm', 'run', 'test:whole'),
  commandStep('vulnerabilities', 'npm', 'run', 'vulnerabilities'),
  { name: 'sbom', run: writeBill },
  commandStep('source', 'git', 'archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${toPath(`${name}.tar.gz`)}`, 'HEAD'),
  { name: 'checksums', run: writeSums },
];

async function isCommitted(): Promise<StepResult> {
  const { isOk, output, stdout } = await runCommand('git', ['status', '--porcelain']);
  return { isOk: isOk && stdout === '', output: `These are not committed:\n${output}` };
}

async function hasChanges(): Promise<StepResult> {
  const isThere = (await readFile('CHANGELOG.md', 'utf8')).includes(`\n## [${version}]`);
  return { isOk: isThere, output: `CHANGELOG.md has no section [${version}], which package.json names.` };
}

/** What is in the release: the packages with their versions, hashes and licences. */
async function writeBill(): Promise<StepResult> {
  const { isOk, output, stdout } = await runCommand('npm', ['run', '--silent', 'sbom']);
  if (isOk) await writeFile(toPath(`${name}.cdx.json`), stdout);
  return { isOk, output };
}

async function writeSums(): Promise<StepResult> {
  const files = (await readdir(values.into)).filter((file) => file !== SUMS).toSorted();
  const lines = files.map(
    async (file) =>
      `${createHash('sha256')
        .update(await readFile(toPath(file)))
        .digest('hex')}  ${file}\n`,
  );
  await writeFile(toPath(SUMS), (await Promise.all(lines)).join(''));
  return { isOk: files.length > 0, output: `There is nothing in ${values.into}.` };
}

const unknown = positionals.filter((wanted) => !STEPS.some((step) => step.name === wanted));
if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}. There are: ${STEPS.map((step) => step.name).join(', ')}.`);
await mkdir(values.into, { recursive: true });
for (const step of STEPS.filter((one) => positionals.length === 0 || positionals.includes(one.name))) {
  const { isOk, output } = await step.run();
  console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${step.name}`);
  if (isOk) continue;
  console.log(`\n${output}\n\nThis is no release.`);
  process.exit(1);
}
