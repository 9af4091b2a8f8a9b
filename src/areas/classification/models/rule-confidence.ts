import { readFileSync } from 'node:fs';
import type { Judgement } from '../engine/judgement.ts';
import { calibrate, fitCalibration, type Calibration, type Outcome } from './calibration.ts';
import { toArtefactUrl } from './load-models.ts';

/**
 * How often rules of a kind were right on labelled rows, by what they state. The tables state how sure their authors were of a rule;
 * where the measure is lower, it counts.
 */

/** What a table states, and by which kind of rule: `shape/article`, `word/ecommerce`, `brand-login`. */
export interface RuleJudgement extends Judgement {
  readonly rule: string;
}

/** A row that a rule judged. */
export interface RuleOutcome extends Outcome {
  readonly rule: string;
  readonly source: string;
}

export type RuleRecords = ReadonlyMap<string, { readonly rows: number; readonly sources: number; readonly calibration: Calibration }>;

/** Fewer rows, or rows of fewer sources, say nothing of a kind. */
const ROWS_MIN = 40;
const SOURCES_MIN = 3;

/** Of each kind with its label, and of the kind whatever the label, that enough rows were judged by. */
export function fitRules(outcomes: readonly RuleOutcome[]): RuleRecords {
  const byRule = Map.groupBy(outcomes, ({ rule }) => rule);
  const byKind = Map.groupBy(
    outcomes.filter(({ rule }) => rule.includes('/')),
    ({ rule }) => toKind(rule),
  );
  return new Map(
    [...byRule, ...byKind].flatMap(([rule, judged]) => {
      const sources = new Set(judged.map(({ source }) => source)).size;
      if (judged.length < ROWS_MIN || sources < SOURCES_MIN) return [];
      return [[rule, { rows: judged.length, sources, calibration: fitCalibration(judged) }] as const];
    }),
  );
}

/** The lower of what the table states and what was measured. */
export function toMeasured({ rule, ...judgement }: RuleJudgement, records = loadRuleRecords(judgement.dimension)): Judgement {
  const known = records.get(rule) ?? records.get(toKind(rule));
  if (known === undefined) return judgement;
  const measured = Math.round(100 * calibrate(known.calibration, judgement.confidence / 100));
  return { ...judgement, confidence: Math.min(judgement.confidence, measured) };
}

function toKind(rule: string): string {
  return rule.split('/', 1)[0] ?? rule;
}

const loaded = new Map<string, RuleRecords>();

/** What ships. Read once in a process. */
function loadRuleRecords(dimension: string): RuleRecords {
  const known = loaded.get(dimension);
  if (known !== undefined) return known;
  const records = parseRules(readFileSync(toRulesUrl(dimension), 'utf8'));
  loaded.set(dimension, records);
  return records;
}

export function toRulesUrl(dimension: string): URL {
  return new URL(`${dimension}.rules.tsv`, toArtefactUrl(dimension));
}

const HEADER = '# rule\trows\tsources\tstated:right of a hundred ...';

export function formatRules(records: RuleRecords): string {
  const lines = [...records]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([rule, { rows, sources, calibration }]) =>
      [rule, rows, sources, calibration.map(({ stated, right }) => `${toPercent(stated)}:${toPercent(right)}`).join(' ')].join('\t'),
    );
  return [HEADER, ...lines, ''].join('\n');
}

function parseRules(text: string): RuleRecords {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [rule = '', rows, sources, points = ''] = line.split('\t');
      const calibration = points.split(' ').map((point) => {
        const [stated = 0, right = 0] = point.split(':').map(Number);
        return { stated: stated / 100, right: right / 100 };
      });
      return [rule, { rows: Number(rows), sources: Number(sources), calibration }];
    }),
  );
}

function toPercent(share: number): string {
  return (100 * share).toFixed(1);
}
