import { listEndedKeywords } from '#areas/keywords/index.ts';
import { findLocationName } from '#areas/projects/index.ts';
import { addDays, listDays } from '#kernel/days.ts';
import { computeDaysOf } from '../daily-totals/analytics/compute-days.ts';
import type { DayRange, PackedDay } from '../daily-totals/analytics/stored-days.ts';
import { addUpDay, listPageValues, type PageFilter } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import type { GridContext } from '../grid/get-grid.ts';
import { toTrackedKey, type TrackedFilter } from '../grid/grid.ts';
import { listTags, listTracked, type TrackedKeyword } from '../grid/store.ts';
import { listPages } from '../pages/list-pages.ts';
import type { SummaryGroup, SummaryGrouping, SummaryInput } from './rankings-summary.ts';

const GROUPS_MAX = 20;
const KEYWORDS_MAX = 20_000;

export type GroupedInput = SummaryInput & { readonly groupBy: SummaryGrouping };

interface Summed {
  readonly range: DayRange;
  /** The totals of its days. */
  readonly days: readonly PackedDay[];
}

/** The days of each group of a project's keywords: of the twenty groups with the most of them on the last day. */
export async function listSummaryGroups(ctx: GridContext, input: GroupedInput, summed: Summed): Promise<SummaryGroup[]> {
  const groups = GROUPINGS[input.groupBy];
  return await groups(ctx, input, summed);
}

type ListGroups = (ctx: GridContext, input: SummaryInput, summed: Summed) => Promise<SummaryGroup[]>;

const GROUPINGS: Readonly<Record<SummaryGrouping, ListGroups>> = {
  device: (_ctx, input, { range, days }) => {
    const devices = listPageValues(days, 'device', input);
    return Promise.resolve(
      pickLargest(devices.map((device) => toGroup({ group: device, name: device }, { range, days, filter: { ...input, device } }))),
    );
  },
  location: (_ctx, input, { range, days }) => {
    const codes = listPageValues(days, 'locationCode', input);
    const toOne = (code: string) =>
      toGroup(
        { group: code, name: findLocationName(Number(code)) ?? code },
        { range, days, filter: { ...input, locationCode: Number(code) } },
      );
    return Promise.resolve(pickLargest(codes.map(toOne)));
  },
  tag: async (ctx, input, { range }) => {
    const { tags, keywordIds } = await listTags(ctx.postgres, input.projectId);
    const largest = tags
      .map((tag, at) => ({ tag, keywords: keywordIds[at]?.length ?? 0 }))
      .toSorted((one, other) => other.keywords - one.keywords)
      .slice(0, GROUPS_MAX);
    const groups = [];
    for (const { tag } of largest) {
      const keywords = await listTracked(ctx.postgres, { ...toTrackedFilter(input), tagIds: [tag.id] });
      groups.push({ group: tag.id, name: tag.name, keywords });
    }
    return await computeGroups(ctx, groups, { range, input });
  },
  page: async (ctx, input, { range }) => {
    const { pages } = await listPages(ctx, { ...toTrackedFilter(input), from: range.from, to: range.to, limit: GROUPS_MAX, offset: 0 });
    return await computeGroups(
      ctx,
      pages.map(({ page, keywords }) => ({ group: page, name: page, keywords })),
      { range, input },
    );
  },
};

interface Named {
  readonly group: string;
  readonly name: string;
}

/** Their days worked out from the history: stored totals know no single keywords. */
async function computeGroups(
  { clickhouse, postgres }: GridContext,
  groups: readonly (Named & { readonly keywords: readonly TrackedKeyword[] })[],
  { range, input }: { readonly range: DayRange; readonly input: SummaryInput },
): Promise<SummaryGroup[]> {
  const ended = await listEndedKeywords(postgres, range.projectId, addDays(range.from, -VALIDITY_DAYS_MAX));
  const computed: SummaryGroup[] = [];
  for (const { keywords, ...named } of groups) {
    const pages = keywords.map(({ keywordId, engine, channel }) =>
      toTrackedKey(keywordId, engine, input.channel === 'paid' ? 'paid' : channel),
    );
    computed.push(toGroup(named, { range, days: await computeDaysOf(clickhouse, range, { ended, pages }), filter: input }));
  }
  return computed;
}

function toTrackedFilter({ projectId, channel, engine, device, locationCode }: SummaryInput): TrackedFilter {
  // Advertisements stand on the pages of keywords that are tracked for their results.
  return {
    projectId,
    channels: channel && [channel === 'paid' ? 'seo' : channel],
    engines: engine && [engine],
    device,
    locationCode,
    limit: KEYWORDS_MAX,
  };
}

function toGroup({ group, name }: Named, { range, days, filter }: Summed & { readonly filter: PageFilter }): SummaryGroup {
  const sumsOf = new Map(days.map(({ day, sums }) => [day, sums]));
  return {
    group,
    name,
    days: listDays(range.from, range.to).map((day) => ({
      day,
      own: addUpDay({ day, sums: sumsOf.get(day) ?? '[]' }, filter).find(({ domain }) => domain === ''),
    })),
  };
}

function pickLargest(groups: readonly SummaryGroup[]): SummaryGroup[] {
  const sizeOf = ({ days }: SummaryGroup): number => days.at(-1)?.own?.keywords ?? 0;
  return groups.toSorted((one, other) => sizeOf(other) - sizeOf(one) || (one.group < other.group ? -1 : 1)).slice(0, GROUPS_MAX);
}
