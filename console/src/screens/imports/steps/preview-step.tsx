import { Anchor, Group, Text } from '@mantine/core';
import { getImportsByImportIdPreview, type Import, type ImportPreview, type ImportPreviewRow } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural, formatUsd } from '#data/format.ts';
import { IMPORT_QUALITIES, IMPORT_SCALES } from '#data/names.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { sayPreview } from '../data/say-import.ts';
import { Meanings } from './meanings.tsx';
import { SampleChart } from './sample-chart.tsx';

const COLUMNS: readonly RowColumn<ImportPreviewRow>[] = [
  column.text('keyword', 'Keyword', 200, { isOnPhone: true }),
  column.day('date', 'Day', 120, { isOnPhone: true }),
  column.text('found', 'Found', 180, { of: sayFound, isOnPhone: true }),
  column.text('scale', 'Counted among', 160, { of: ({ scale }) => IMPORT_SCALES[scale] }),
  column.text('quality', 'How good', 120, { of: ({ quality }) => IMPORT_QUALITIES[quality] }),
  column.text('domain', 'Website', 160),
  column.text('device', 'Device', 90),
  column.text('language', 'Language', 90, { of: 'language_code' }),
  column.count('row', 'Row', 80),
];

/** The fourth step: what would become of the file. */
export function PreviewStep({ record }: { readonly record: Import }) {
  const answer = useAnswer(getImportsByImportIdPreview, { path: { import_id: record.id } });
  return (
    <Section title="4. What would become of it">
      <Answered answer={answer} height={320}>
        {({ preview }) => <Preview key={record.updated_at} record={record} preview={preview} />}
      </Answered>
    </Section>
  );
}

function Preview({ record, preview }: { readonly record: Import; readonly preview: ImportPreview }) {
  const place = useLocalPlace();
  const { tokens, tokens_cut: isCut, rows, sample } = preview;
  return (
    <>
      <Text size="sm" mb="sm">
        {sayPreview(preview)}
      </Text>
      <Facts facts={toFacts(record.id, preview)} />
      {tokens.length > 0 && <Meanings record={record} tokens={tokens} />}
      {isCut && <Text size="sm">There are more such texts than are listed: say these first.</Text>}
      {sample && <SampleChart sample={sample} kind={record.kind} />}
      <RowsGrid label="The first points" rows={rows} columns={COLUMNS} rowKey={toKey} place={place} fileName="import-preview" />
    </>
  );
}

const toKey = ({ row, keyword, date, domain }: ImportPreviewRow): string => [row, keyword, date, domain].join(' ');

function sayFound({ outcome, position, depth }: ImportPreviewRow): string {
  if (outcome === 'ranked') return `position ${position}`;
  if (outcome === 'unknown') return 'not measured';
  return depth === null ? 'not found, depth unknown' : `not found to ${depth}`;
}

type Fact = readonly [string, React.ReactNode];

/** What the file says beside positions; nothing of it is listed where it says nothing. */
function listBeside({ pages, keyword_facts: facts, notes, totals }: ImportPreview): Fact[] {
  const labels = [
    facts.tagged > 0 && `${facts.tagged} with tags`,
    facts.starred > 0 && `${facts.starred} with a star`,
    facts.volumes > 0 && `${facts.volumes} with searches a month`,
    facts.ranges > 0 && `${facts.ranges} with a range of searches a month, which is no exact figure`,
  ].filter((label) => label !== false);
  return [
    ...(pages === 0 ? [] : [['Result pages', `${formatPlural(pages, 'page')}, from which competitors get their past`] as const]),
    ...(labels.length === 0 ? [] : [['More of keywords', labels.join(', ')] as const]),
    ...(notes === 0 ? [] : [['Notes', `${formatPlural(notes, 'note')}, which become annotations`] as const]),
    ...totals.map(
      ({ table, rows, clicks, impressions }) =>
        [
          `Totals by ${TOTALS[table]}`,
          `${formatPlural(clicks, 'click')}, ${formatPlural(impressions, 'impression')} in ${formatPlural(rows, 'row')}: not made into days`,
        ] as const,
    ),
  ];
}

const TOTALS = { query: 'query', page: 'page', day: 'day', other: 'country, device or appearance' } as const;

function toFacts(importId: string, preview: ImportPreview): Fact[] {
  const { points, keywords, duplicates, conflicts, rejected, monthly_cost_usd: usd } = preview;
  return [
    ['Positions', formatPlural(points.ranked, 'point')],
    ['Not found', formatPlural(points.not_found, 'point')],
    ['Not measured', formatPlural(points.unknown, 'point')],
    ...listBeside(preview),
    ['Keywords', `${keywords.known} tracked by this project, ${keywords.new} new`],
    ['Twice in the file', `${duplicates} alike, ${conflicts} with another position, of which the better one shows`],
    [
      'Rejected',
      rejected === 0 ? (
        formatPlural(0, 'row')
      ) : (
        <Group gap="xs">
          {formatPlural(rejected, 'row')}
          <Anchor size="sm" href={`/api/imports/${importId}/rejects.csv`}>
            Why, as CSV
          </Anchor>
        </Group>
      ),
    ],
    ['If all are checked every day', usd === null ? 'not worked out for so many' : `at most ${formatUsd(usd)} a month`],
  ];
}
