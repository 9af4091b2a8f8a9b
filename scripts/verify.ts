/**
 * `npm run verify`: everything that can be said about the project without running it. Two steps at a
 * time, because most of them use several processors themselves. `npm run verify lint types` runs
 * only the steps that are named.
 */
import { globSync } from 'node:fs';
import { dependencyStep } from './checks/dependencies.ts';
import { commandStep, type Step, type StepResult } from './checks/run-step.ts';
import { isTooLarge, listWorst, measureFile, measureFolders, type Size } from './checks/sizes.ts';

const STEPS_AT_ONCE = 2;
const WORST_SHOWN = 10;

const sizeStep: Step = {
  name: 'sizes',
  run: () => {
    const files = globSync(['{src,sandbox,test,bench,scripts}/**/*.ts', 'console/src/**/*.{ts,tsx}']);
    const sizes = [...files.flatMap((file) => measureFile(file)), ...measureFolders(files)];
    const worst = listWorst(sizes, Math.max(WORST_SHOWN, sizes.filter(isTooLarge).length));
    return Promise.resolve({ isOk: !sizes.some(isTooLarge), output: worst.map(toSizeLine).join('\n') });
  },
};

const STEPS: readonly Step[] = [
  commandStep('generated', 'node', 'scripts/generate-api-docs.ts', '--check'),
  commandStep('client', 'node', 'scripts/generate-client.ts', '--check'),
  commandStep('lint', 'oxlint', '--deny-warnings', '--report-unused-disable-directives'),
  commandStep('format', 'oxfmt', '--check'),
  commandStep('types', 'tsc', '-p', 'tsconfig.json'),
  commandStep('console types', 'tsc', '-p', 'console/tsconfig.json'),
  dependencyStep,
  commandStep('unused code', 'knip', '--no-progress'),
  commandStep('lockfile', 'node', 'scripts/lockfile.ts', '--check'),
  commandStep('documents', 'node', '--test', '--test-reporter=dot', 'test/docs/*.test.ts'),
  sizeStep,
];

interface Outcome extends StepResult {
  readonly name: string;
}

async function runStep(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  const result = await step.run().catch((error: unknown): StepResult => ({ isOk: false, output: String(error) }));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${result.isOk ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(16)} ${seconds.padStart(5)} s`);
  return { ...result, name: step.name };
}

async function runAll(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) outcomes.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, work));
  return outcomes;
}

function toSizeLine(size: Size): string {
  return `${isTooLarge(size) ? 'over' : '    '}  ${String(size.value).padStart(4)} of ${String(size.bound).padEnd(4)} ${size.measure.padEnd(14)} ${size.place}`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}. There are: ${STEPS.map((step) => step.name).join(', ')}.`);

const startedAt = performance.now();
const outcomes = await runAll(STEPS.filter((step) => wanted.length === 0 || wanted.includes(step.name)));
const failed = outcomes.filter((outcome) => !outcome.isOk);
const sizes = outcomes.find((outcome) => outcome.name === 'sizes' && outcome.isOk);
if (sizes !== undefined) console.log(`\nThe largest, measured against the outer bounds:\n${sizes.output}`);
for (const outcome of failed) console.log(`\n${outcome.name}\n${'-'.repeat(outcome.name.length)}\n${outcome.output}`);
console.log(
  `\n${outcomes.length - failed.length} of ${outcomes.length} steps passed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
if (failed.length > 0) process.exitCode = 1;
