import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount, formatDecimal, formatPlural } from '#data/format.ts';
import { describePending } from '#data/scale.ts';
import { toCssColor } from '#ui/charts/colors.ts';
import { Distribution } from '#ui/charts/distribution.tsx';
import { BANDS, type BandId } from '#ui/charts/position-bands.ts';
import { countBands, summarize, type KeywordFilters } from './filters/filters.ts';
import { Figure } from '#ui/layout/figure.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { findNewestCheck, type Keywords } from './keywords.ts';

interface BandBlocksProps {
  readonly keywords: Keywords;
  readonly filters: KeywordFilters;
  readonly onChoose: (bands: BandId[] | undefined) => void;
}

/** How many keywords stand where, among those that every other filter leaves. */
export function BandBlocks({ keywords, filters, onChoose }: BandBlocksProps) {
  const counts = useMemo(() => countBands(keywords, filters), [keywords, filters]);
  const reading = useMemo(() => toSumReading(keywords, keywords.count), [keywords]);
  const blocks = BANDS.map(({ id, label }) => ({ id, label, count: counts.get(id) ?? 0, color: toCssColor(`band-${id}`) }));
  return (
    <Distribution
      label="Keywords by position"
      blocks={blocks}
      reading={reading}
      chosen={filters.band ?? []}
      onChoose={(chosen) => onChoose(chosen.length > 0 ? chosen : undefined)}
    />
  );
}

/** Sums of rows are as old as their newest check. */
function toSumReading(keywords: Keywords, count: number): Reading {
  return { computedFrom: `the newest checks of ${formatPlural(count, 'keyword')}`, checkedAt: findNewestCheck(keywords) };
}

/** An average says how many it leaves out. */
export function Averages({ keywords, rows }: { readonly keywords: Keywords; readonly rows: Uint32Array }) {
  const { ranked, average } = useMemo(() => summarize(keywords, rows), [keywords, rows]);
  const pending = describePending(keywords.answer.position_scale_pending);
  return (
    <Text span size="sm" c="dimmed">
      {sayRanked(ranked, rows.length, countUnknown(keywords, rows))}
      {average !== null && <Figure text={`, average ${formatDecimal(average)} of those`} reading={toSumReading(keywords, ranked)} />}
      {pending !== undefined && `. ${pending}`}
    </Text>
  );
}

interface Unknown {
  readonly pending: number;
  readonly failed: number;
}

function countUnknown({ textOf }: Keywords, rows: Uint32Array): Unknown {
  const count = (status: string): number => rows.reduce((sum, row) => sum + Number(textOf('status', row) === status), 0);
  return { pending: count('pending'), failed: count('failed') };
}

/** Whether keywords rank is unknown where they were not checked, or their newest check failed. */
function sayRanked(ranked: number, count: number, { pending, failed }: Unknown): string {
  const known = count - pending - failed;
  if (known === count) return `ranked ${formatCount(ranked)} of ${formatCount(count)}`;
  if (pending === count) return 'not checked yet';
  if (known === 0) return 'no newest check was good';
  return `ranked ${formatCount(ranked)} of ${formatCount(known)} ${failed > 0 ? 'with a good newest check' : 'checked'}`;
}
