import { Badge, Stack, Text, Title } from '@mantine/core';
import type { MarkedAiOverview } from '#client';
import { formatPlural } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Line } from '#ui/grid/line.tsx';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { sayOverview, sayText } from './overview-words.ts';

type Reference = MarkedAiOverview['references'][number];

/** The AI Overview of a page: its words as they came, which nothing here reads or runs, and the pages that it refers to. */
export function Overview({ overview }: { readonly overview: MarkedAiOverview }) {
  const place = useLocalPlace({ sort: 'place' });
  if (overview.state === 'not_shown') return null;
  const { text, references } = overview;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        AI Overview
      </Title>
      <Text size="sm">{sayOverview(overview)}</Text>
      {text === null ? (
        <Text size="sm" c="dimmed">
          {sayText(overview)}
        </Text>
      ) : (
        <Text component="blockquote" size="sm" m={0} dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      {references.length > 0 && (
        <RowsGrid
          label={`The AI Overview refers to ${formatPlural(references.length, 'page')}`}
          rows={references}
          columns={COLUMNS}
          rowKey={({ place: at }) => String(at)}
          place={place}
          fileName="ai-overview"
          empty="It refers to no page."
        />
      )}
    </Stack>
  );
}

const COLUMNS: readonly RowColumn<Reference>[] = [
  column.count('place', 'Place', 90, { of: 'place', hint: 'In the order of the overview', isKey: true }),
  column.text('site', 'Site', 270, { of: 'domain', isOnPhone: true, render: (reference) => <Site reference={reference} /> }),
  column.text('title', 'Title', 440, { render: ({ title, url }) => <OutsideLink href={url}>{title ?? url}</OutsideLink> }),
  column.text('source', 'Named as', 180, { of: 'source' }),
];

/** A site of the project says so in words. */
function Site({ reference: { domain, relationship } }: { readonly reference: Reference }) {
  return (
    <Line after={relationship !== 'OTHER' && <Badge size="sm">{relationship === 'MINE' ? 'yours' : 'competitor'}</Badge>}>
      <Text span size="sm" fw={relationship === 'MINE' ? 700 : 400}>
        {domain ?? '–'}
      </Text>
    </Line>
  );
}
