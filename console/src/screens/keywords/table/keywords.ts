import { toInstant } from '#data/time/instant.ts';
import type { GetRankingsGridResponse } from '#client';
import type { OutcomeName } from '#ui/states/outcome.ts';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';
import { decodeBytes, NOT_MEASURED, toRankedBand, type BandId } from '#ui/charts/position-bands.ts';
import { readCompetitors, type CheckOf, type Competitor } from './competitors.ts';
import { toOutcomeValue, type Outcomes } from './outcomes.ts';

export type GridAnswer = GetRankingsGridResponse;
type Lists = GridAnswer['lists'];
type Columns = GridAnswer['columns'];

/** A column whose values stand in a list of the same name. */
export type ListName = Exclude<keyof Lists & keyof Columns, 'tag'>;

/** What the project tracks: a row for each keyword in one place, language, device, engine and channel. */
export interface Keywords extends Outcomes {
  readonly count: number;
  readonly answer: GridAnswer;
  readonly columns: Columns;
  readonly tags: Lists['tag'];
  /** Names a row for good. */
  readonly keyOf: (row: number) => string;
  /** A value that stands in a list; null when there is none. */
  readonly textOf: (name: ListName, row: number) => string | null;
  readonly targetPageOf: (row: number) => string | null;
  readonly featuresOf: (row: number) => readonly string[];
  /** Signs in the words of the keyword. */
  readonly modifiersOf: (row: number) => readonly string[];
  /** The place of the best own site in the scale that is not the project's. */
  readonly otherPlaceOf: (row: number) => number | null;
  readonly bandOf: (row: number) => BandId;
  /** How volume, CPC, competition, difficulty and intent were read. */
  readonly metricsReadingOf: (row: number) => Reading;
  /** A byte for each of the last 30 days. */
  readonly sparkOf: (row: number) => Uint8Array;
  /** Another page ranks than the one that should. */
  readonly isWrongPage: (row: number) => boolean;
  /** Their websites, where they were asked for. */
  readonly competitors: readonly Competitor[] | undefined;
}

const BETWEEN = '~';
/** Columns that are in no answer to who is not shown costs or volumes: they hold as little as if nothing were known. */
const LEFT_OUT = {
  cpc: [],
  cost_usd: [],
  monthly_usd: [],
  enrichment_usd: [],
  volume: [],
  traffic: [],
} as const satisfies Partial<Columns>;

/** The id of a keyword out of the name of its row. */
export function toKeywordId(key: string): string {
  return key.split(BETWEEN)[0] ?? '';
}

/** When the newest good check of all rows was. */
export function findNewestCheck({ columns }: Keywords): string | null {
  return toInstant(columns.checked_at.reduce<number | null>((newest, at) => (at !== null && at > (newest ?? 0) ? at : newest), null));
}

/** Reads the columnar answer. Nothing is copied: rows are asked one by one. */
export function readKeywords(answer: GridAnswer): Keywords {
  const { lists, n: count, position_scale: scale } = answer;
  const columns = { ...LEFT_OUT, ...answer.columns };
  const [places, others] = scale === 'organic' ? [columns.position, columns.rank_absolute] : [columns.rank_absolute, columns.position];
  const textOf = (name: ListName, row: number): string | null => {
    const place = columns[name][row];
    return typeof place === 'number' ? (lists[name][place] ?? null) : null;
  };
  const statusOf = (row: number): OutcomeName => (textOf('status', row) ?? 'pending') as OutcomeName;
  const targetPageOf = (row: number): string | null => lists.page[columns.target_page[row] ?? -1] ?? null;
  const checkOf: CheckOf = (row) => ({
    checked_at: columns.checked_at[row] ?? null,
    failed_at: columns.failed_at[row] ?? null,
    error: textOf('error', row),
    provider: textOf('provider', row),
    cost_usd: columns.cost_usd[row] ?? null,
  });
  const sparks = decodeBytes(answer.spark);
  const days = count === 0 ? 0 : sparks.length / count;
  return {
    count,
    answer,
    columns,
    tags: lists.tag,
    keyOf: (row) => [columns.keyword_id[row], textOf('engine', row), textOf('channel', row)].join(BETWEEN),
    textOf,
    targetPageOf,
    modifiersOf: (row) => (columns.modifiers[row] ?? []).flatMap((place) => lists.modifier[place] ?? []),
    featuresOf: (row) => (columns.features[row] ?? []).flatMap((place) => lists.feature[place] ?? []),
    statusOf,
    positionOf: (row) => places[row] ?? null,
    otherPlaceOf: (row) => others[row] ?? null,
    outcomeOf: (row) => {
      const found = { outcome: statusOf(row), position: places[row] ?? null, depth: columns.checked_depth[row] ?? null };
      return toOutcomeValue(found, checkOf(row));
    },
    metricsReadingOf: (row) => ({
      checkedAt: toInstant(columns.enriched_at[row]),
      provider: METRICS_PROVIDER,
      costMaxUsd: columns.enrichment_usd[row],
    }),
    bandOf: (row) => {
      const status = statusOf(row);
      return status === 'ranked' ? toRankedBand(places[row] ?? 0) : status;
    },
    sparkOf: (row) => (days === 0 ? Uint8Array.of(NOT_MEASURED) : sparks.subarray(row * days, (row + 1) * days)),
    isWrongPage: (row) => {
      const target = columns.target_page[row] ?? null;
      return target !== null && statusOf(row) === 'ranked' && columns.page[row] !== target;
    },
    competitors: readCompetitors(answer, checkOf),
  };
}
