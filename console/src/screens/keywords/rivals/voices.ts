import type { RankingSummaryDay, SiteMoves } from '#client';
import { listDays, type Day } from '#data/time/days.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { OWN_COLOR, toRivalColors } from '#ui/charts/colors.ts';
import type { Reading } from '#ui/states/reading.ts';
import type { ChartNote, ReadChart } from '#ui/charts/chart/spec.ts';

/** A site of the project or of a competitor, with the newest day that is known of it. */
export interface Voice {
  readonly domain: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly shareOfVoice: number | null;
  /** Since the first day that is known. */
  readonly change: number | null;
  /** Whose outcome is known; without any, the counts are not zero but unknown. */
  readonly keywords: number;
  readonly ranked: number | null;
  readonly top3: number | null;
  readonly top10: number | null;
  readonly averagePosition: number | null;
  /** Keywords that rose, and that fell; null: not known. */
  readonly rose: number | null;
  readonly fell: number | null;
  /** What all of this is computed from. */
  readonly reading: Reading;
}

type Asset = RankingSummaryDay['assets'][number] & { readonly day: Day };

function toReading({ ranked, keywords }: Pick<Asset, 'ranked' | 'keywords'>, day: Day): Reading {
  return { computedFrom: `${formatCount(ranked)} of ${formatPlural(keywords, 'keyword')} that rank`, day };
}

/** The sites of some days, own ones first, then by share of voice. */
export function toVoices(days: readonly RankingSummaryDay[], moves: readonly SiteMoves[] = []): Voice[] {
  const byDomain = new Map<string, Asset[]>();
  for (const { date: day, assets } of days)
    for (const asset of assets) byDomain.set(asset.domain, [...(byDomain.get(asset.domain) ?? []), { ...asset, day }]);
  return [...byDomain.values()].flatMap((known) => toVoice(known, moves) ?? []).toSorted(compareVoices);
}

function toVoice(known: readonly Asset[], moves: readonly SiteMoves[]): Voice | undefined {
  const newest = known.at(-1);
  if (!newest) return undefined;
  const shares = known.flatMap(({ share_of_voice: share }) => share ?? []);
  const [first] = shares;
  const share = newest.share_of_voice;
  const moved = moves.find(({ domain }) => domain === newest.domain);
  const count = (value: number): number | null => (newest.keywords === 0 ? null : value);
  return {
    domain: newest.domain,
    name: newest.asset_name ?? newest.domain,
    isOwn: newest.relationship === 'MINE',
    shareOfVoice: share,
    change: first === undefined || share === null ? null : share - first,
    keywords: newest.keywords,
    ranked: count(newest.ranked),
    top3: count(newest.top_3),
    top10: count(newest.top_10),
    averagePosition: newest.average_position,
    rose: moved ? moved.up + moved.new : null,
    fell: moved ? moved.down + moved.lost : null,
    reading: toReading(newest, newest.day),
  };
}

function compareVoices(one: Voice, other: Voice): number {
  return (
    Number(other.isOwn) - Number(one.isOwn) ||
    (other.shareOfVoice ?? -1) - (one.shareOfVoice ?? -1) ||
    one.domain.localeCompare(other.domain)
  );
}

interface VoiceChart {
  readonly from: Day;
  readonly to: Day;
  readonly summary: readonly RankingSummaryDay[];
  readonly voices: readonly Voice[];
  readonly notes: readonly ChartNote[];
}

/** Share of voice of each site, as it was measured. Days without a summary stay gaps. */
export function toVoiceChart({ from, to, summary, voices, notes }: VoiceChart): ReadChart {
  const days = listDays(from, to);
  const byDay = new Map(summary.map((day) => [day.date, day]));
  const colors = toRivalColors(voices.flatMap(({ domain, isOwn }) => (isOwn ? [] : [domain])));
  return {
    days,
    lines: voices.map(({ domain, name, isOwn }) => ({
      id: domain,
      label: name,
      color: isOwn ? OWN_COLOR : colors.get(domain),
      values: days.map((day) => byDay.get(day)?.assets.find((asset) => asset.domain === domain)?.share_of_voice ?? null),
    })),
    format: formatShare,
    reading: (at, line) => {
      const day = days[at] ?? '';
      const asset = byDay.get(day)?.assets.find(({ domain }) => domain === voices[line]?.domain);
      return asset && toReading(asset, day);
    },
    failedDays: new Set(summary.flatMap(({ date, failed }) => (failed > 0 ? [date] : []))),
    notes,
  };
}
