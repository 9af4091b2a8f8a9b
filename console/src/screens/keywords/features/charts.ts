import type { GetRankingsFeaturesResponse } from '#client';
import { capitalize } from '#data/words.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { COMPARED_COLOR, OWN_COLOR } from '#ui/charts/colors.ts';
import type { ChartNote, ReadChart } from '#ui/charts/chart/spec.ts';

export type Features = GetRankingsFeaturesResponse;

export interface FeatureChart {
  readonly feature: string;
  readonly title: string;
  readonly note: string;
  readonly spec: ReadChart;
}

/** Always the first of the charts: it takes the most from plain results. */
const FIRST = 'ai_overview';

/** A chart for each feature, the answer of an assistant first. A day without a good check stays a gap. */
export function toFeatureCharts({ days, checked, features }: Features, notes: readonly ChartNote[]): FeatureChart[] {
  const share = (count: number | null, day: number): number | null => {
    const all = checked[day] ?? 0;
    return count === null || all === 0 ? null : count / all;
  };
  return features
    .toSorted((one, other) => Number(other.feature === FIRST) - Number(one.feature === FIRST))
    .map(({ feature, keywords, ours, loaded }) => {
      const last = keywords.findLastIndex((count) => count !== null);
      return {
        feature,
        title: toTitle(feature),
        note:
          last < 0
            ? 'No successful checks.'
            : toNote({ keywords: keywords[last] ?? 0, ours: ours?.[last], checked: checked[last] ?? 0, loaded: loaded?.[last] }),
        spec: {
          days,
          lines: [
            { id: 'all', label: 'On the page', color: COMPARED_COLOR, values: keywords.map(share), isFilled: true },
            ...(ours ? [{ id: 'ours', label: 'With a site of yours', color: OWN_COLOR, values: ours.map(share), isFilled: true }] : []),
          ],
          format: formatShare,
          notes,
          reading: (day) => ({ computedFrom: `the result pages of ${formatPlural(checked[day] ?? 0, 'checked keyword')}`, day: days[day] }),
        },
      };
    });
}

function toTitle(feature: string): string {
  return capitalize(feature.replaceAll('_', ' ').replace(/^ai\b/u, 'AI'));
}

interface LastDay {
  readonly keywords: number;
  readonly ours: number | null | undefined;
  readonly checked: number;
  /** Of AI overviews: of how many it is known whom they cite. */
  readonly loaded: number | null | undefined;
}

function sayOwn({ keywords, ours, loaded }: LastDay): string {
  if (loaded === undefined || loaded === null) {
    if (ours === undefined || ours === null) return 'whose results are kept without the sites they lead to';
    return `${formatCount(ours)} with a site of yours`;
  }
  if (loaded === 0 && keywords > 0) return 'none of them loaded, so it is not known whom they cite';
  return `${formatCount(ours ?? 0)} of ${formatCount(loaded)} that were loaded cite a site of yours`;
}

function toNote(day: LastDay): string {
  const { keywords, checked } = day;
  const own = sayOwn(day);
  return `Last day: ${formatCount(keywords)} of ${formatCount(checked)} checked keywords, ${own}.`;
}
