import { toDueDate, listWatchedAssets, type WatchedAsset } from '#areas/keywords/index.ts';
import { getProject } from '#areas/projects/index.ts';
import { listDays } from '#kernel/days.ts';
import { toSpan, type GridContext } from '../grid/get-grid.ts';
import type { Span, TrackedFilter } from '../grid/grid.ts';
import { listTracked } from '../grid/store.ts';
import { listFeatureDays, listOwnFeatureDays, type OwnTargets } from './analytics.ts';
import { OVERVIEW } from '../ai-overview.ts';

/** A server takes at most 128 kB as one value. */
const TAGGED_MAX = 4_000;

export interface FeaturesInput extends Omit<TrackedFilter, 'limit'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A feature of result pages, a number for each day; null where nothing was checked. */
export interface FeatureSeries {
  readonly feature: string;
  /** On whose page it was. */
  readonly keywords: readonly (number | null)[];
  /**
   * Keywords with an own site or place among the results of the feature; null: its results are kept without their sites. Of AI
   * overviews those that cite an own site; null on a day on which there were some and none was loaded.
   */
  readonly ours: readonly (number | null)[] | null;
  /** Of AI overviews, on how many keywords' pages it was loaded, so that it is known whom it cites; null for other features. */
  readonly loaded: readonly (number | null)[] | null;
}

export interface FeatureDays {
  readonly timeZone: string;
  readonly span: Span;
  readonly days: readonly string[];
  /** Keywords with a good check on the day. */
  readonly checked: readonly number[];
  /** Those on the most pages first. */
  readonly features: readonly FeatureSeries[];
}

/**
 * What result pages had beside their organic results, by the newest good check of each keyword and project day.
 * @throws AppError `Project not found`; on a span of more than 400 days
 */
export async function listFeatures(ctx: GridContext, input: FeaturesInput): Promise<FeatureDays> {
  const project = await getProject(ctx, input.projectId);
  const span = toSpan(input, toDueDate(ctx.clock.now(), project.timeZone));
  const { projectId, device, locationCode, languageCode, engines, channels, tagIds } = input;
  const tagged = tagIds === undefined ? undefined : await listTracked(ctx.postgres, { ...input, limit: TAGGED_MAX });
  const keywordIds = tagged && [...new Set(tagged.map((keyword) => keyword.keywordId))];
  const question = { projectId, device, locationCode, languageCode, engines, channels, keywordIds, ...span, timeZone: project.timeZone };
  const assets = (await listWatchedAssets(ctx.postgres, [project.id])).get(project.id) ?? [];
  const [rows, own] = await Promise.all([
    listFeatureDays(ctx.clickhouse, question),
    listOwnFeatureDays(ctx.clickhouse, question, toOwnTargets(assets)),
  ]);
  const days = listDays(span.from, span.to);
  const byFeature = Map.groupBy(rows, ({ feature }) => feature);
  const ownByFeature = Map.groupBy(own, ({ feature }) => feature);
  const checkedOn = new Map(byFeature.get('')?.map(({ day, keywords }) => [day, keywords]));
  const toSeries = (counts: ReadonlyMap<string, number>): (number | null)[] =>
    days.map((day) => (checkedOn.has(day) ? (counts.get(day) ?? 0) : null));
  byFeature.delete('');
  return {
    timeZone: project.timeZone,
    span,
    days,
    checked: days.map((day) => checkedOn.get(day) ?? 0),
    features: [...byFeature]
      .toSorted(([, one], [, other]) => sumOf(other) - sumOf(one))
      .map(([feature, counts]) => {
        const keywords = toSeries(new Map(counts.map(({ day, keywords: count }) => [day, count])));
        const found = ownByFeature.get(feature);
        const ours = found === undefined ? null : toSeries(new Map(found.map(({ day, ours: count }) => [day, count])));
        if (feature !== OVERVIEW) return { feature, keywords, ours, loaded: null };
        const loaded = toSeries(new Map(found?.map(({ day, known }) => [day, known])));
        return { feature, keywords, ours: ours && withoutUnknown(ours, { keywords, loaded }), loaded };
      }),
  };
}

/** Where overviews were shown and none was loaded, it is not known whom they cite. */
function withoutUnknown(
  ours: readonly (number | null)[],
  { keywords, loaded }: Readonly<Record<'keywords' | 'loaded', readonly (number | null)[]>>,
): (number | null)[] {
  return ours.map((count, day) => (keywords[day] !== 0 && loaded[day] === 0 ? null : count));
}

function sumOf(counts: readonly { readonly keywords: number }[]): number {
  return counts.reduce((sum, { keywords }) => sum + keywords, 0);
}

/** How results of the project's own sites and places are recognised. */
export function toOwnTargets(assets: readonly WatchedAsset[]): OwnTargets {
  const own = assets.filter(({ role }) => role === 'primary');
  const websites = own
    .filter(({ type }) => type === 'website')
    .map(({ value, aliases, hasSubdomains }) => ({ hosts: [value, ...aliases], hasSubdomains }));
  return {
    hosts: websites.flatMap(({ hosts }) => hosts.flatMap((host) => [host, `www.${host}`])),
    parents: websites.filter(({ hasSubdomains }) => hasSubdomains).flatMap(({ hosts }) => hosts),
    placeIds: own.filter(({ type }) => type === 'local').flatMap(({ placeIds }) => placeIds),
  };
}
