import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import {
  getDomainsByDomainKeywords,
  postKeywordsTrack,
  type GetDomainsByDomainKeywordsResponse as Answer,
  type RankedKeyword,
  type GetDomainsByDomainKeywordsResponse,
} from '#client';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatCount, formatPlural, formatUsd } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { toRankedReading, type Reading } from '#ui/states/reading.ts';
import { type OfDomain, lookAtPart, type Known } from './fetched.ts';
import { domainSearch } from './search.ts';
import { defineList, type ListAt, type ListPart } from '#ui/list/define-list.tsx';
import { useLocationNames } from '#data/location-names.ts';
import { toLanguageName } from '#data/names.ts';
import { Empty } from '#ui/states/answered.tsx';
import { EmptyList } from '#ui/states/not-known.tsx';
import { isolate } from '#data/isolate.ts';

const WAIT_MS = 300;

function TrackThese({ keywords }: { readonly keywords: readonly RankedKeyword[] }) {
  const { me, rights } = useSession();
  const projectId = useCurrentProjectId();
  const project = me.projects.find(({ id }) => id === projectId);
  const [isAsking, setAsking] = useState(false);
  if (!project || !rights.has('edit') || keywords.length === 0) return null;
  const rows = keywords.map(({ keyword, location_code: location, language_code: language }) => ({
    project_id: project.id,
    keyword_text: keyword,
    location_code: location,
    language_code: language,
  }));
  const order = (isDryRun: boolean) => ask(postKeywordsTrack, { body: { keywords: rows, dry_run: isDryRun } });
  return (
    <Group mb="sm" gap="xs">
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Track {formatCount(keywords.length)} in {isolate(project.name)}
      </Button>
      <Text size="xs" c="dimmed">
        Keywords that are already tracked stay as they are.
      </Text>
      <ConfirmPrice
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Track ${formatPlural(keywords.length, 'keyword')} in ${isolate(project.name)}`}
        verb="Track"
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
      />
    </Group>
  );
}

function toColumns(fetches: Answer['fetches']): RowColumn<RankedKeyword>[] {
  const toReading = (row: RankedKeyword): Reading => toRankedReading(row, fetches);
  return [
    column.text('keyword', 'Keyword', 280, { isOnPhone: true }),
    column.rank('position', 'Position', 90, {
      isOnPhone: true,
      render: (row) => <Figure text={formatCount(row.position)} reading={toReading(row)} />,
    }),
    drawn.change('change', 'Change', 90, {
      hint: 'Since the previous rank among everything on the page; up is better',
      reading: toReading,
    }),
    column.count('volume', 'Monthly searches', 140, {
      holds: 'volume',
      of: 'search_volume',
      isOnPhone: true,
      render: (row) => <Figure text={formatCount(row.search_volume)} reading={toReading(row)} />,
    }),
    column.count('traffic', 'Visits a month', 120, {
      holds: 'volume',
      of: 'estimated_traffic',
      hint: 'Estimated from the position',
      render: (row) => <Figure text={formatCount(row.estimated_traffic)} says="Estimated from the position" reading={toReading(row)} />,
    }),
    column.count('cpc', 'CPC', 90, { holds: 'money', render: (row) => <Figure text={formatUsd(row.cpc)} reading={toReading(row)} /> }),
    column.count('difficulty', 'Difficulty', 100, {
      of: 'keyword_difficulty',
      hint: '0 to 100',
      render: (row) => <Figure text={formatCount(row.keyword_difficulty)} reading={toReading(row)} />,
    }),
    column.text('intent', 'Intent', 120),
    column.text('url', 'Page', 320, { render: ({ url }) => (url === null ? null : <OutsideLink href={url} />) }),
    column.instant('checked', 'Checked (UTC)', 160, { of: 'checked_at' }),
  ];
}

/** Keywords that a domain ranks for; those that are found can be tracked in the project that was looked at last. */
export const Ranked = defineList({
  search: domainSearch,
  operation: getDomainsByDomainKeywords,
  useOptions: ({ search: { text }, given: { domain } }: ListAt<typeof domainSearch, OfDomain>) => ({
    path: { domain },
    query: { ...(text && { search: text }) },
  }),
  limit: 200,
  height: 480,
  filters: Find,
  before: ({ data: { keywords, fetches } }) => (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        <Markets markets={fetches} />
      </Text>
      <TrackThese keywords={keywords} />
    </>
  ),
  empty: ({ data: { fetches }, given: { known }, search: { text } }) => (
    <NoKeywords known={known} markets={fetches} isFiltered={text !== undefined} />
  ),
  label: 'Ranked keywords',
  fileName: 'ranked-keywords',
  toSubject: ({ domain }) => domain,
  rows: ({ keywords }) => keywords,
  columns: ({ data: { fetches } }) => useMemo(() => toColumns(fetches), [fetches]),
  rowKey: ({ keyword, location_code: place, language_code: language }) => `${keyword} ${place} ${language}`,
  toTotal: ({ data: { pagination } }) => pagination.total,
});

function Find({ search: { text }, setSearch }: ListPart<typeof domainSearch, unknown, OfDomain>) {
  const find = useDebouncedCallback((value: string) => setSearch({ text: value, offset: undefined }), WAIT_MS);
  return (
    <TextInput
      size="xs"
      w={220}
      mb="sm"
      aria-label="Keyword contains"
      placeholder="Keyword contains"
      defaultValue={text ?? ''}
      onChange={({ currentTarget: { value } }) => find(value)}
    />
  );
}

type Market = GetDomainsByDomainKeywordsResponse['fetches'][number];

/** The number of fetched keywords, of all that the domain ranks for, by market. */
function Markets({ markets }: { readonly markets: readonly Market[] }) {
  const toPlaceName = useLocationNames(markets.map(({ location_code: code }) => code));
  if (markets.length === 0) return 'The ranked keywords have not been fetched.';
  return markets.map((market) => describeMarket(market, toPlaceName(market.location_code))).join(' ');
}

function describeMarket({ status, rows_fetched: rows, rows_total: total, language_code: language }: Market, place: string): string {
  const where = `in ${place}, ${toLanguageName(language)}`;
  if (status === 'failed') return `Keywords that rank ${where} could not be fetched.`;
  if (status === 'skipped') return `Keywords that rank ${where} were left out.`;
  if (status === 'running') return `Keywords that rank ${where} are being fetched: ${formatCount(rows)} so far.`;
  return `${formatCount(rows)} of ${total === null ? 'an unknown number of' : formatCount(total)} keywords that rank ${where} have been fetched.`;
}

interface NoKeywordsProps {
  readonly known: Known;
  readonly markets: readonly Market[];
  readonly isFiltered: boolean;
}

/** Why the list of ranked keywords is empty. */
function NoKeywords({ known, markets, isFiltered }: NoKeywordsProps) {
  const rows = markets.reduce((sum, { rows_fetched: count }) => sum + count, 0);
  if (isFiltered && rows > 0) return <Empty title="No fetched keyword contains this text" />;
  return (
    <EmptyList
      looked={lookAtPart(known, 'keywords')}
      subject={{ things: 'ranked keywords', done: 'fetched' }}
      title="No keyword that ranks"
    >
      <Markets markets={markets} />
    </EmptyList>
  );
}
