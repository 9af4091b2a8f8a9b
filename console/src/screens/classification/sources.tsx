import { SimpleGrid } from '@mantine/core';
import type { GetAdminClassifierCorrectionsStatsResponse } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { useCount } from './use-count.ts';
import { toSourceName, toSources, type Source } from './figures.ts';

interface SourcesProps {
  readonly counts: Readonly<Record<string, number>>;
  readonly corrections: GetAdminClassifierCorrectionsStatsResponse;
}

/** Where labels came from, and how often people found them right. */
export function Sources({ counts, corrections }: SourcesProps) {
  const place = useLocalPlace();
  const count = useCount();
  const ofLabels = count(formatPlural(corrections.total, 'label that people looked at', 'labels that people looked at'));
  return (
    <Section title="Where labels come from">
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Stat label="Labels reviewed by people" value={formatCount(corrections.total)} reading={ofLabels} />
        <Stat label="Confirmed" value={formatCount(corrections.confirmed)} reading={ofLabels} />
        <Stat label="Corrected" value={formatCount(corrections.corrected)} reading={ofLabels} />
        <Stat label="Waiting to be learned" value={formatCount(corrections.pending)} reading={ofLabels} />
      </SimpleGrid>
      <RowsGrid
        label="Where labels come from"
        rows={toSources(counts, corrections.accuracy_by_source)}
        columns={toReadColumns(SOURCES, count('the newest label of each known page'))}
        rowKey={({ id }) => id}
        place={place}
        fileName="classification-sources"
        empty={<Empty title="Nothing classified yet">Pages are classified when you add a domain that has backlinks.</Empty>}
      />
    </Section>
  );
}

const SOURCES: readonly RowColumn<Source>[] = [
  column.text('source', 'Source', 260, { of: ({ id }) => toSourceName(id), isOnPhone: true }),
  column.count('pages', 'Pages', 110, { of: 'count', isOnPhone: true }),
  column.share('share', 'Share', 110),
  column.count('reviewed', 'Reviewed', 120, { hint: 'Labels that a person reviewed' }),
  column.share('accuracy', 'Correct', 110, { hint: 'Of the labels that a person reviewed', isOnPhone: true }),
];
