import { mkdir, writeFile } from 'node:fs/promises';
import { classify } from './classify.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { APP_BENCHES } from './of-apps.ts';
import { DOMAIN_BENCHES } from './of-domains.ts';
import { SERVICE_BENCHES } from './of-service.ts';
import { TRACKING_BENCHES } from './of-tracking.ts';
import { WORKFLOW_BENCHES } from './of-workflows.ts';
import { RESEARCH_BENCHES } from './of-research.ts';
import { scale } from './scale.ts';
import { start } from './start.ts';
import { isMet, type Bench, type BenchResult, type BenchRow } from './support/bench.ts';

/** `npm run bench [name ...]`: runs the list or some of it, prints a table each, keeps the figures. */
const BENCHES: readonly Bench[] = [
  start,
  ...TRACKING_BENCHES,
  memory,
  ...SERVICE_BENCHES,
  scale,
  growth,
  classify,
  ...RESEARCH_BENCHES,
  ...WORKFLOW_BENCHES,
  ...DOMAIN_BENCHES,
  ...APP_BENCHES,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There are: ${BENCHES.map((bench) => bench.name).join(', ')}\n`);
  process.exit(2);
}
const chosen = wanted.length === 0 ? BENCHES : BENCHES.filter((bench) => wanted.includes(bench.name));

let missed = 0;
for (const bench of chosen) {
  process.stdout.write(`\n${bench.name}: ${bench.summary}\n`);
  const result = await bench.run();
  process.stdout.write(toText(result));
  missed += result.rows.filter((row) => !isMet(row)).length;
  await save(bench.name, result);
}
process.stdout.write(missed === 0 ? '\nEvery bound is met.\n' : `\n${missed} bounds are missed.\n`);
process.exit(missed === 0 ? 0 : 1);

function toText(result: BenchResult): string {
  const width = Math.max(...result.rows.map((row) => row.figure.length));
  const lines = result.rows.map((row) =>
    `  ${row.figure.padEnd(width)}  ${format(row.value).padStart(10)} ${row.unit.padEnd(12)} ${toVerdict(row)}`.trimEnd(),
  );
  return `${[...lines, ...(result.notes ?? []).map((note) => `  ${note}`)].join('\n')}\n`;
}

function toVerdict(row: BenchRow): string {
  if (row.bound === undefined) return '';
  const text = 'atLeast' in row.bound ? `at least ${row.bound.atLeast}` : `at most ${row.bound.atMost}`;
  return `${isMet(row) ? 'met' : 'MISSED'} (${text})`;
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

async function save(name: string, result: BenchResult): Promise<void> {
  const folder = new URL('./results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const document = { name, node: process.version, measured_at: new Date().toISOString(), ...result };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(document, undefined, 2)}\n`);
}
