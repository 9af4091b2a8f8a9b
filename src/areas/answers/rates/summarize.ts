import { judgeChange, type Change, type Pair } from '#kernel/statistics/changes.ts';
import { toRate, toShare, type Counted, type Rate, type Share } from '#kernel/statistics/rates.ts';
import type { CountRow } from './analytics.ts';

export const VERDICTS = ['moved_up', 'moved_down', 'within_noise', 'too_few', 'model_changed', 'prompts_changed'] as const;
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

/** @param branded prompts that name a brand themselves */
export function summarize(rows: readonly CountRow[], branded: ReadonlySet<string>): Summary {
  const answered = rows.filter(({ status }) => status === 'answered');
  const n = count(answered);
  const named = answered.filter(({ own }) => own > 0);
  const neutral = answered.filter(({ prompt_id: promptId }) => !branded.has(promptId));
  const known = answered.filter(({ web }) => web >= 0);
  return {
    samples: Object.fromEntries([...Map.groupBy(rows, ({ status }) => status)].map(([status, some]) => [status, count(some)])),
    models: listModels(answered),
    webUsed: toRate(count(known.filter(({ web }) => web === 1)), count(known)),
    mentionRate: toRate(count(named), n),
    citationRate: toRate(count(answered.filter(isCited)), n),
    citationRateOfCited: toRate(count(answered.filter(isCited)), count(answered.filter(({ cites }) => cites === 1))),
    namedFirst: toRate(count(named.filter((row) => row.is_first === 1)), count(named)),
    shareOfVoice: toShare(neutral.flatMap((row) => repeat({ own: row.own, all: row.all }, row.answers))),
    citationShare: toShare(answered.flatMap((row) => repeat({ own: row.cites_own, all: row.cites_all }, row.answers))),
  };
}

/** Pairs are a prompt on a surface. */
export function judgeChanges(before: readonly CountRow[], after: readonly CountRow[]): Changes {
  return {
    mentionRate: judge(before, after, ({ own }) => own > 0),
    citationRate: judge(before, after, isCited),
  };
}

const isCited = (row: CountRow): boolean => row.is_cited === 1;

/** Fewer answers on a side, or fewer pairs, say nothing. */
const ANSWERS_MIN = 25;
const PAIRS_MIN = 5;
const P_MAX = 0.05;

function judge(before: readonly CountRow[], after: readonly CountRow[], isSuccess: (row: CountRow) => boolean): JudgedChange {
  const [first, second] = [countByPair(before, isSuccess), countByPair(after, isSuccess)];
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
  const [models, others] = [before, after].map((rows) => listModels(rows.filter(({ status }) => status === 'answered')).join('\n'));
  const sizeOf = (side: keyof Pair): number => pairs.reduce((sum, pair) => sum + pair[side].n, 0);
  if (change === null || pairs.length < PAIRS_MIN || Math.min(sizeOf('before'), sizeOf('after')) < ANSWERS_MIN)
    return pairs.length < all / 2 && all >= PAIRS_MIN ? 'prompts_changed' : 'too_few';
  if (models !== others) return 'model_changed';
  if (pairs.length < all / 2) return 'prompts_changed';
  if (change.p >= P_MAX) return 'within_noise';
  return change.difference > 0 ? 'moved_up' : 'moved_down';
}

function countByPair(rows: readonly CountRow[], isSuccess: (row: CountRow) => boolean): Map<string, { successes: number; n: number }> {
  const counts = new Map<string, { successes: number; n: number }>();
  for (const row of rows) {
    if (row.status !== 'answered') continue;
    const key = `${row.surface} ${row.prompt_id}`;
    const { successes, n } = counts.get(key) ?? { successes: 0, n: 0 };
    counts.set(key, { successes: successes + (isSuccess(row) ? row.answers : 0), n: n + row.answers });
  }
  return counts;
}

function listModels(rows: readonly CountRow[]): string[] {
  return [...new Set(rows.map(({ model }) => model).filter((model) => model !== ''))].toSorted();
}

function count(rows: readonly CountRow[]): number {
  return rows.reduce((sum, { answers }) => sum + answers, 0);
}

function repeat(counted: Counted, times: number): Counted[] {
  return Array.from({ length: times }, () => counted);
}
