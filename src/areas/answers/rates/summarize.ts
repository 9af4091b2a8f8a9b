import { judgeChange, type Change, type Pair } from '#kernel/statistics/changes.ts';
import { addSums, toRate, toShare, type CountedSums, type Rate, type Share } from '#kernel/statistics/rates.ts';
import type { CountRow } from './analytics.ts';

export const VERDICTS = [
  'moved_up',
  'moved_down',
  'within_noise',
  'too_few',
  'model_changed',
  'detector_changed',
  'prompts_changed',
] as const;
/** Whether a rate moved between two spans. What cannot be compared is said, and never called noise. */
export type Verdict = (typeof VERDICTS)[number];

export interface JudgedChange {
  /** Null where nothing can be compared. */
  readonly change: Change | null;
  readonly verdict: Verdict;
}

/** What was answered, and what the answers say. Rates are over `answered` alone. */
export interface Summary {
  /** By status; those that are still to come are not among them. */
  readonly samples: Readonly<Record<string, number>>;
  readonly models: readonly string[];
  /** Versions of the rules by which names were found in them. */
  readonly detectors: readonly number[];
  /** Over answers of which it is known. */
  readonly webUsed: Rate;
  readonly mentionRate: Rate;
  readonly citationRate: Rate;
  /** Over answers that cite anything. */
  readonly citationRateOfCited: Rate;
  /** Over answers that name an own brand. */
  readonly namedFirst: Rate;
  /** Without prompts that name a brand themselves. */
  readonly shareOfVoice: Share;
  readonly citationShare: Share;
}

export interface Changes {
  readonly mentionRate: JudgedChange;
  readonly citationRate: JudgedChange;
}

/** Statuses of samples that have ended. */
export const ENDED_STATUSES = ['answered', 'refused', 'empty', 'failed', 'skipped'] as const;

/** @param branded prompts that name a brand themselves */
export function summarize(rows: readonly CountRow[], branded: ReadonlySet<string>): Summary {
  const neutral = rows.filter(({ prompt_id: promptId }) => !branded.has(promptId));
  const n = count(rows, 'answered');
  const [named, cited] = [count(rows, 'named'), count(rows, 'cited')];
  return {
    samples: Object.fromEntries(
      ENDED_STATUSES.map((status) => [status, count(rows, status)] as const).filter(([, samples]) => samples > 0),
    ),
    models: listModels(rows),
    detectors: listDetectors(rows),
    webUsed: toRate(count(rows, 'web_used'), count(rows, 'web_known')),
    mentionRate: toRate(named, n),
    citationRate: toRate(cited, n),
    citationRateOfCited: toRate(cited, count(rows, 'citing')),
    namedFirst: toRate(count(rows, 'first'), named),
    shareOfVoice: toShare(addSums(neutral.map(({ voice }) => toCountedSums(voice)))),
    citationShare: toShare(addSums(rows.map(({ sites }) => toCountedSums(sites)))),
  };
}

function toCountedSums([answers, own, all, ownSquares, products, allSquares]: CountRow['voice']): CountedSums {
  return { answers, own, all, ownSquares, products, allSquares };
}

/** Pairs are a prompt on a surface. */
export function judgeChanges(before: readonly CountRow[], after: readonly CountRow[]): Changes {
  return { mentionRate: judge(before, after, 'named'), citationRate: judge(before, after, 'cited') };
}

/** Fewer answers on a side, or fewer pairs, say nothing. */
const ANSWERS_MIN = 25;
const PAIRS_MIN = 5;
const P_MAX = 0.05;

function judge(before: readonly CountRow[], after: readonly CountRow[], success: 'named' | 'cited'): JudgedChange {
  const [first, second] = [countByPair(before, success), countByPair(after, success)];
  const keys = new Set([...first.keys(), ...second.keys()]);
  const pairs = [...keys].flatMap((key): Pair[] => {
    const [one, other] = [first.get(key), second.get(key)];
    return one === undefined || other === undefined ? [] : [{ before: one, after: other }];
  });
  const change = judgeChange(pairs) ?? null;
  return { change, verdict: toVerdict(change, { before, after, pairs, all: keys.size }) };
}

interface Compared {
  readonly before: readonly CountRow[];
  readonly after: readonly CountRow[];
  readonly pairs: readonly Pair[];
  readonly all: number;
}

function toVerdict(change: Change | null, { before, after, pairs, all }: Compared): Verdict {
  const [models, others] = [before, after].map((rows) => listModels(rows).join('\n'));
  const sizeOf = (side: keyof Pair): number => pairs.reduce((sum, pair) => sum + pair[side].n, 0);
  // Where nothing was answered on a side its prompts are not others.
  if (!before.some(({ answered }) => answered > 0) || !after.some(({ answered }) => answered > 0)) return 'too_few';
  if (change === null || pairs.length < PAIRS_MIN || Math.min(sizeOf('before'), sizeOf('after')) < ANSWERS_MIN)
    return pairs.length < all / 2 && all >= PAIRS_MIN ? 'prompts_changed' : 'too_few';
  if (models !== others) return 'model_changed';
  if (listDetectors([...before, ...after]).length > 1) return 'detector_changed';
  if (pairs.length < all / 2) return 'prompts_changed';
  if (change.p >= P_MAX) return 'within_noise';
  return change.difference > 0 ? 'moved_up' : 'moved_down';
}

function countByPair(rows: readonly CountRow[], success: 'named' | 'cited'): Map<string, { successes: number; n: number }> {
  const counts = new Map<string, { successes: number; n: number }>();
  for (const row of rows) {
    if (row.answered === 0) continue;
    const key = `${row.surface} ${row.prompt_id}`;
    const { successes, n } = counts.get(key) ?? { successes: 0, n: 0 };
    counts.set(key, { successes: successes + row[success], n: n + row.answered });
  }
  return counts;
}

function listModels(rows: readonly CountRow[]): string[] {
  return [...new Set(rows.flatMap(({ models }) => models))].toSorted();
}

function listDetectors(rows: readonly CountRow[]): number[] {
  return [...new Set(rows.flatMap(({ detectors }) => detectors))].toSorted((one, other) => one - other);
}

type CountName = { [Name in keyof CountRow]: CountRow[Name] extends number ? Name : never }[keyof CountRow];

function count(rows: readonly CountRow[], name: CountName): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
