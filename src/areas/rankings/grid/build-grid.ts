import type { Project } from '#areas/projects/index.ts';
import { MOVEMENTS, toMovement, toPositionChange } from '../ingest/position-change.ts';
import { toProviderName } from '../wire/provider-name.ts';
import { OVERVIEW_STANDINGS, RANKING_STATUSES, type RankingStatus } from '../vocabulary.ts';
import type { DayCodes } from './analytics.ts';
import { chooseOutcomes } from './choose-outcomes.ts';
import { toCompetitorColumns } from './competitors.ts';
import { LISTED_NAMES, PLAIN_NAMES, type PlainName } from './grid-columns.ts';
import { FAILED, NOT_MEASURED, SPARK_DAYS, toTrackedKey, type GridInput, type Span } from './grid.ts';
import { toListed, toListedSets } from './listed.ts';
import { toOverviewColumns } from './overview-columns.ts';
import { toSparkMatrix } from './spark-matrix.ts';
import { toTraffic } from './traffic.ts';
import type { CompetitorOutcomes, OutcomeColumns, ProjectTags, TrackedColumns, TrackedRows } from './store.ts';

export interface GridParts extends Pick<Project, 'positionScale' | 'pendingScale'> {
  readonly input: GridInput;
  readonly span: Span;
  readonly compareDay: string | null;
  readonly timeZone: string;
  /** Whether the project is active. */
  readonly isChecked: boolean;
  /** Whether it pays for AI overviews that arrive late. */
  readonly loadsOverview: boolean | undefined;
  readonly rows: TrackedRows;
  readonly tags: ProjectTags;
  readonly sparks: DayCodes;
  /** Where keywords stood on the day to compare with. */
  readonly before: ReadonlyMap<string, number | null> | undefined;
  /** The websites to show beside the own ones. */
  readonly competitors: readonly CompetitorOutcomes[] | undefined;
}

export type Grid = ReturnType<typeof buildGrid>;

/** Puts together what the stores know of each tracked keyword. Columns have one entry for each row. */
export function buildGrid({
  input,
  span,
  compareDay,
  isChecked,
  loadsOverview,
  rows,
  tags,
  sparks,
  before,
  competitors,
  ...project
}: GridParts) {
  const { tracked, outcomes } = rows;
  const scaled = project.positionScale === 'organic' ? outcomes.rankGroup : outcomes.rankAbsolute;
  const chosen = chooseOutcomes(tracked.keywordId.length, outcomes, scaled);
  const newest = <Value>(values: readonly Value[]): (Value | null)[] =>
    chosen.map((at) => (at === undefined ? null : (values[at] as Value)));
  const keys = chosen.map((_at, row) => toTrackedKey(tracked.keywordId[row] ?? '', tracked.engine[row] ?? '', tracked.channel[row] ?? ''));
  const [statuses, positions] = [chosen.map((at) => toStatus(outcomes, at)), newest(scaled)];
  const [checkedAt, failedAt] = [newest(outcomes.checkedAt), newest(outcomes.failedAt)];
  const spark = toSparkMatrix(keys, { sparks, outcomes, positions: scaled, best: chosen, to: span.to });
  const previous = toPrevious(input.compare, keys, { newest: newest(outcomes.previous), before, spark });
  const moves = toMoves({ compare: input.compare, statuses, positions, previous });
  const overviews = toOverviewColumns(chosen.length, outcomes, (row) => tracked.channel[row] === 'seo');
  const listed = {
    status: toListed(statuses, RANKING_STATUSES),
    movement: toListed(moves.movements, MOVEMENTS),
    aiOverview: toListed(overviews.standings, OVERVIEW_STANDINGS),
    ...byName(LISTED_NAMES, (name) => toListed(tracked[name])),
    domain: toListed(newest(outcomes.domain)),
    page: toListed([...newest(outcomes.url), ...tracked.targetPage]),
    provider: toListed(newest(outcomes.provider).map(toProviderName)),
    error: toListed(newest(outcomes.error)),
  };
  const [features, modifiers] = [toListedSets(newest(outcomes.features), 'organic'), toListedSets(tracked.modifiers)];
  return {
    n: chosen.length,
    total: rows.total,
    ...project,
    isChecked,
    loadsOverview,
    span,
    compareDay,
    asOf: findNewest([...outcomes.checkedAt, ...outcomes.failedAt]),
    lists: {
      ...mapValues(listed, ({ list }) => list),
      status: RANKING_STATUSES,
      movement: MOVEMENTS,
      aiOverview: OVERVIEW_STANDINGS,
      feature: features.list,
      modifier: modifiers.list,
      tag: tags.tags,
    },
    columns: {
      ...mapValues(listed, ({ indexes }) => indexes.slice(0, chosen.length)),
      ...toPlainColumns(tracked),
      position: newest(outcomes.rankGroup),
      rankAbsolute: newest(outcomes.rankAbsolute),
      previous: moves.previous,
      change: moves.changes,
      best: keys.map((key) => sparks.best[sparks.rowOf.get(key) ?? -1] ?? null),
      targetPage: listed.page.indexes.slice(chosen.length),
      features: features.indexes,
      modifiers: modifiers.indexes,
      isFeatured: newest(outcomes.isFeatured).map(Boolean),
      aiOverviewPlace: overviews.places,
      tags: toTagIndexes(tracked.keywordId, tags),
      hasNote: tracked.note.map((note) => note !== null && note !== ''),
      checkedDepth: newest(outcomes.checkedDepth),
      checkedAt,
      failedAt,
      costUsd: newest(outcomes.costUsd),
      traffic: statuses.map((status, row) => toTraffic({ status, position: positions[row] ?? null, volume: tracked.volume[row] ?? null })),
    },
    competitors: competitors?.map((competitor) => toCompetitorColumns(competitor, { keys, checkedAt, failedAt })),
    metricsSources: tracked.metricsSource,
    spark: spark.toString('base64'),
  };
}

/** Columns that are shown as they are stored. */
function toPlainColumns(tracked: TrackedColumns): Pick<TrackedColumns, PlainName> {
  return Object.fromEntries(PLAIN_NAMES.map((name) => [name, tracked[name]])) as unknown as Pick<TrackedColumns, PlainName>;
}

function byName<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

/** The latest of some moments; null: there is none. */
export function findNewest(moments: readonly (number | null)[]): number | null {
  return moments.reduce<number | null>((newestMs, at) => (at !== null && at > (newestMs ?? 0) ? at : newestMs), null);
}

type Positions = readonly (number | null)[];

/** The positions to compare with, and whether an outcome is known there at all: null is "not found" then. */
interface Previous {
  readonly positions: Positions;
  readonly isKnown: (row: number) => boolean;
}

interface Past {
  readonly newest: Positions;
  readonly before: GridParts['before'];
  readonly spark: Uint8Array;
}

function toPrevious(compare: GridInput['compare'], keys: readonly string[], { newest, before, spark }: Past): Previous {
  if (compare === 'check') return { positions: newest, isKnown: (row) => newest[row] !== null || hasEarlierCheck(spark, row) };
  return { positions: keys.map((key) => before?.get(key) ?? null), isKnown: (row) => before?.has(keys[row] ?? '') ?? false };
}

/** Whether the days that are shown have a good check beside the newest one. */
function hasEarlierCheck(spark: Uint8Array, row: number): boolean {
  return spark.subarray(row * SPARK_DAYS, (row + 1) * SPARK_DAYS).filter((code) => code !== NOT_MEASURED && code !== FAILED).length > 1;
}

interface MovesInput {
  readonly compare: GridInput['compare'];
  readonly statuses: readonly RankingStatus[];
  readonly positions: Positions;
  readonly previous: Previous;
}

/** How each position moved; a check that failed moves nothing, and so does one without anything to compare with. */
function toMoves({ compare, statuses, positions, previous }: MovesInput) {
  const isCompared = statuses.map(
    (status, row) => compare !== 'none' && (status === 'ranked' || status === 'not_found') && previous.isKnown(row),
  );
  const compareAt = <Value>(compareTwo: (now: number | null, before: number | null) => Value): (Value | null)[] =>
    positions.map((position, row) => (isCompared[row] ? compareTwo(position, previous.positions[row] ?? null) : null));
  return {
    previous: [...previous.positions],
    changes: compareAt(toPositionChange),
    movements: compareAt(toMovement),
  };
}

function toStatus({ isFailed, rankAbsolute }: OutcomeColumns, at: number | undefined): RankingStatus {
  if (at === undefined) return 'pending';
  if (isFailed[at]) return 'failed';
  return rankAbsolute[at] === null ? 'not_found' : 'ranked';
}

function toTagIndexes(keywordIds: readonly string[], { keywordIds: idsOfTags }: ProjectTags): number[][] {
  const indexesOf = new Map<string, number[]>();
  for (const [index, ids] of idsOfTags.entries()) {
    for (const id of ids) {
      const known = indexesOf.get(id);
      if (known === undefined) indexesOf.set(id, [index]);
      else known.push(index);
    }
  }
  return keywordIds.map((id) => indexesOf.get(id) ?? []);
}

function mapValues<Name extends string, From, To>(source: Readonly<Record<Name, From>>, map: (value: From) => To): Record<Name, To> {
  return Object.fromEntries(Object.entries<From>(source).map(([name, value]) => [name, map(value)])) as Record<Name, To>;
}
