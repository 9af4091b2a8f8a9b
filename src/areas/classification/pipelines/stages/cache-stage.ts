import { NOTHING, STAGE_COSTS, type Finding, type Stage, type StageCost } from '../../engine/stage.ts';
import { CACHE_MS, toSubjectHash, type Kind } from '../../records/classification.ts';
import { listClassifications, type ClassificationRow } from '../../records/store/classifications.ts';
import type { StageWork } from '../work.ts';

/** What the cache holds of an item: the stored answer, and when it was given. */
export interface CacheFinding extends Finding {
  readonly cached: ClassificationRow;
}

export interface CacheLimits {
  /** The costliest stages that may follow. */
  readonly allowed: StageCost;
  /** Only what was said since then, in real time, and what a person said. */
  readonly askedAt: number | undefined;
}

interface CacheOptions<Item> extends CacheLimits {
  /** The item, and the brands that it is judged beside. */
  readonly toSubject: (item: Item) => readonly [subject: string, brands?: readonly string[]];
}

/**
 * Answers of the last 24 hours of real time, and what a person said. An answer that fewer stages were allowed for is
 * a beginning, not an end.
 */
export function makeCacheStage<Item>(kind: Kind, { allowed, askedAt, toSubject }: CacheOptions<Item>): Stage<Item, StageWork> {
  return {
    name: 'cache',
    cost: 'free',
    run: async (cases, { ctx: { postgres, clock } }) => {
      const subjects = cases.map(({ item }) => toSubject(item));
      // What a person said of a keyword holds beside any brands.
      const keys = subjects.map(([subject, brands]) => ({ said: toSubjectHash(subject), judged: toSubjectHash(subject, brands) }));
      const hashes = [...new Set(keys.flatMap(({ said, judged }) => [said, judged]))];
      const rows = await listClassifications(postgres, kind, hashes);
      const since = askedAt ?? clock.realNow() - CACHE_MS;
      const fresh = rows.filter(({ cachedUntil }) => cachedUntil === null || cachedUntil.getTime() - CACHE_MS >= since);
      const byHash = new Map(fresh.map((row) => [row.subjectHash, row]));
      return keys.map(({ said, judged }) => {
        const opinion = byHash.get(said);
        return toFinding(opinion?.source === 'human_feedback' ? opinion : byHash.get(judged), allowed);
      });
    },
  };
}

function toFinding(row: ClassificationRow | undefined, allowed: StageCost): Finding | CacheFinding {
  if (row === undefined) return NOTHING;
  const isLast = row.source === 'human_feedback' || STAGE_COSTS.indexOf(row.depth) >= STAGE_COSTS.indexOf(allowed);
  return { judgements: row.verdicts, isLast, cached: row };
}

/** What the cache held, if it did. */
export function findCached(findings: readonly Finding[]): ClassificationRow | undefined {
  return findings.find((finding): finding is CacheFinding => 'cached' in finding)?.cached;
}
