import { parseArgs } from 'node:util';
import { findAll } from '#areas/classification/domains/find.ts';
import type { Finding } from '#areas/classification/domains/finding.ts';
import { readHost } from '#areas/classification/domains/read-host.ts';
import { domainTask } from '#areas/classification/domains/task.ts';
import type { LabelledItem } from '#areas/classification/models/task.ts';
import { findPropertyType } from '#areas/classification/vocabulary/property-types.ts';
import { findEvalFolder, readEvalRows } from './eval-rows.ts';

/**
 * `node scripts/train/measure-domain-rules.ts [--min N] [--every]`: per rule of domains its support, how often it is
 * right, its stated confidence, and what it hits wrongly. Counts a rule where it is the surest one, or with `--every`
 * wherever it hits.
 */
const { values } = parseArgs({ options: { min: { type: 'string', default: '5' }, every: { type: 'boolean', default: false } } });

interface Tally {
  support: number;
  rightTier1: number;
  rightType: number;
  stated: number;
  readonly wrong: string[];
}

const folder = findEvalFolder();
if (folder === undefined) throw new Error('The evaluation rows are not there: EVAL_DIR, or eval/ beside the project.');
const tallies = new Map<string, Tally>();
for (const item of readEvalRows(folder, domainTask)) {
  const findings = findAll(readHost(item.input)).toSorted((one, other) => other.confidence - one.confidence);
  for (const finding of values.every ? findings : findings.slice(0, 1)) count(item, finding);
}
const rows = [...tallies].filter(([, { support }]) => support >= Number(values.min));
for (const [rule, tally] of rows.toSorted(([, one], [, other]) => toMissed(other) - toMissed(one))) {
  const share = (right: number): string => ((100 * right) / tally.support).toFixed(0).padStart(4);
  const figures = `${String(tally.support).padStart(5)} ${share(tally.rightTier1)} ${share(tally.rightType)}`;
  console.log(
    `${rule.padEnd(44)} ${figures} ${(tally.stated / tally.support).toFixed(0).padStart(4)}  ${tally.wrong.slice(0, 4).join(' ')}`,
  );
}

function count({ input, labels }: LabelledItem, { rule, property, confidence }: Finding): void {
  const name = `${rule.startsWith('word:') ? rule : (rule.split(':', 2)[0] ?? '')}${rule.startsWith('suffix:') ? `:${rule.split('.').at(-1) ?? ''}` : ''} ${property}`;
  const tally = tallies.get(name) ?? { support: 0, rightTier1: 0, rightType: 0, stated: 0, wrong: [] };
  const known = findPropertyType(property);
  const isTier1Right = labels.tier1_type?.includes(known?.tier1Type ?? '') ?? false;
  const isTypeRight = labels.domain_type?.includes(known?.domainType ?? '') ?? false;
  tally.support += 1;
  tally.stated += confidence;
  if (isTier1Right) tally.rightTier1 += 1;
  if (isTypeRight) tally.rightType += 1;
  if (!isTier1Right || !isTypeRight) tally.wrong.push(`${input}(${labels.tier1_type?.[0] ?? ''}/${labels.domain_type?.[0] ?? ''})`);
  tallies.set(name, tally);
}

/** How many rows the rule gets wrong beyond what it states. */
function toMissed({ rightTier1, rightType, stated }: Tally): number {
  return stated / 100 - Math.min(rightTier1, rightType);
}
