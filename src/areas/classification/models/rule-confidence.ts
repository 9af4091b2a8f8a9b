import { readFileSync } from 'node:fs';
import type { Judgement } from '../engine/judgement.ts';
import { calibrate, fitCalibration, type Calibration, type Outcome } from './calibration.ts';
import { toArtefactUrl } from './load-models.ts';

/**
 * How often rules of a kind were right on labelled rows, by what they state. The tables state how sure their authors were of a rule;
 * where the measure is lower, it counts, and where it is higher, a part of the difference.
 */

/** What a table states, and by which kind of rule, from the coarse to the fine: `shape/title/article`, `word/ecommerce`, `login`. */
export interface RuleJudgement extends Judgement {
  readonly rule: string;
}

/** A row that a rule judged. */
export interface RuleOutcome extends Outcome {
  readonly rule: string;
  readonly source: string;
}

export type RuleRecords = ReadonlyMap<string, { readonly rows: number; readonly sources: number; readonly calibration: Calibration }>;

/** How far a statement follows a better measure: the next source is seldom as kind as those that measured. */
const RAISED_SHARE = 0.5;
/** A measure makes no rule decide that its table leaves to the model. */
const DECIDES_FROM = 80;
/** Fewer rows, or rows of fewer sources, say nothing of a kind. */
const ROWS_MIN = 20;
const SOURCES_MIN = 3;

/** Of each kind, and of each finer one, that enough rows were judged by. */
export function fitRules(outcomes: readonly RuleOutcome[]): RuleRecords {
  const byKind = Map.groupBy(
    outcomes.flatMap((outcome) => listKinds(outcome.rule).map((kind) => ({ kind, outcome }))),
    ({ kind }) => kind,
  );
  return new Map(
    [...byKind].flatMap(([kind, judged]) => {
      const found = judged.map(({ outcome }) => outcome);
      const sources = new Set(found.map(({ source }) => source)).size;
      if (found.length < ROWS_MIN || sources < SOURCES_MIN) return [];
      return [[kind, { rows: found.length, sources, calibration: fitCalibration(found) }] as const];
    }),
  );
}

/** The surest of what rules state of one dimension, after measuring. Undefined when they state nothing. */
export function chooseMeasured(stated: readonly RuleJudgement[], records?: RuleRecords): Judgement | undefined {
  const measured = stated.map((one) => toMeasured(one, records)).toSorted((one, other) => other.confidence - one.confidence);
  const [best] = measured;
  if (best === undefined) return undefined;
  const second = measured.find(({ label }) => label !== best.label);
  return {
    ...best,
    ...(second === undefined
      ? {}
      : { secondBest: { label: second.label, confidence: Math.min(second.confidence, 100 - best.confidence) } }),
    evidence: [...new Set(measured.flatMap(({ label, evidence }) => (label === best.label ? evidence : [])))],
  };
}

/** With the confidence that was measured of its finest kind that has a record. */
export function toMeasured({ rule, ...judgement }: RuleJudgement, records = loadRuleRecords(judgement.dimension)): Judgement {
  const known = listKinds(rule)
    .map((kind) => records.get(kind))
    .find((record) => record !== undefined);
  if (known === undefined) return judgement;
  const confidence = measure(judgement.confidence, known.calibration);
  const { secondBest } = judgement;
  if (secondBest === undefined) return { ...judgement, confidence };
  return { ...judgement, confidence, secondBest: { ...secondBest, confidence: Math.min(secondBest.confidence, 100 - confidence) } };
}

function measure(stated: number, calibration: Calibration): number {
  const measured = 100 * calibrate(calibration, stated / 100);
  if (measured <= stated) return Math.round(measured);
  const raised = Math.round(stated + RAISED_SHARE * (measured - stated));
  return stated >= DECIDES_FROM ? raised : Math.min(raised, DECIDES_FROM - 1);
}

/** @example listKinds('shape/title/article') // ['shape/title/article', 'shape/title', 'shape'] */
function listKinds(rule: string): readonly string[] {
  const parts = rule.split('/');
  return parts.map((_part, at) => parts.slice(0, parts.length - at).join('/'));
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
