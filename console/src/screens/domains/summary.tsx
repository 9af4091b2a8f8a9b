import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import {
  getDomainsByDomainBacklinksHistory,
  type GetDomainsByDomainBacklinksHistoryResponse,
  type GetDomainsByDomainSummaryResponse,
} from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatInstant } from '#data/format.ts';
import type { Looked } from '#data/looked.ts';
import { Answered } from '#ui/states/answered.tsx';
import { EmptyList } from '#ui/states/not-known.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { toStoreName } from '../apps/store/store.ts';
import { formatWeek } from '../stores/weeks.ts';
import { toMetricReading } from '#ui/states/reading.ts';
import { lookAtPart, PARTS } from './fetched.ts';
import { toKinds, toOwnClasses, toWeeks } from './weeks.ts';

type Known = GetDomainsByDomainSummaryResponse;
type Property = Known['properties'][number];

const WEEKS = 52;
const SOURCES = { snapshot: 'weekly snapshot', provider_total: 'said by the provider', stored_rows: 'rows stored here' } as const;

const COUNTS = [
  ['Referring domains', 'referring_domains'],
  ['Backlinks', 'backlinks'],
  ['Ranked keywords', 'ranked_keywords'],
] as const;

/** A domain in numbers, and its last year week by week. */
export function Summary({ known }: { readonly known: Known }) {
  const { domain, sources, readings, properties } = known;
  const history = useAnswer(getDomainsByDomainBacklinksHistory, { path: { domain }, query: { limit: WEEKS } });
  const place = useLocalPlace();
  const sourceOf = (name: keyof typeof sources) => (sources[name] ? SOURCES[sources[name]] : undefined);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 5 }} mb="md">
        {COUNTS.map(([label, name]) => (
          <Stat
            key={name}
            label={label}
            value={formatCount(known[`${name}_count`])}
            reading={toMetricReading(readings[name])}
            note={sourceOf(name)}
          />
        ))}
        <Stat
          label="Rank, of 100"
          value={formatCount(known.rank)}
          reading={toMetricReading(readings.rank)}
          note={known.year_week ? formatWeek(known.year_week) : undefined}
        />
        <Stat label="Spam score, of 100" value={formatCount(known.spam_score)} reading={toMetricReading(readings.rank)} />
      </SimpleGrid>
      <Answered answer={history} height={320}>
        {({ snapshots, filled }) => <History snapshots={snapshots} filled={filled} looked={lookAtPart(known, 'summary')} />}
      </Answered>
      <Section title="Fetch status">
        <Facts
          facts={[
            ['State', <StatusBadge key="state" status={known.onboard_status} />],
            ['Tier', known.data_tier],
            ['Not fetched', known.missing.length === 0 ? 'none of the parts' : known.missing.map((part) => PARTS[part]).join(', ')],
            ['Updated (UTC)', formatInstant(known.last_updated)],
            ...(known.onboard_error === null ? [] : [['Error', known.onboard_error] as const]),
          ]}
        />
      </Section>
      <Section title="Brand profiles">
        <RowsGrid
          label="Brand profiles"
          rows={properties}
          columns={PROPERTIES}
          rowKey={({ url }) => url}
          place={place}
          fileName="brand-profiles"
          subject={domain}
          empty={
            <EmptyList
              looked={lookAtPart(known, 'properties')}
              subject={{ things: 'places on its home page', done: 'read' }}
              title="None found"
            >
              The home page was read and names no accounts, apps or feeds.
            </EmptyList>
          }
        />
      </Section>
    </>
  );
}

type HistoryProps = Pick<GetDomainsByDomainBacklinksHistoryResponse, 'snapshots' | 'filled'> & { readonly looked: Looked };

function History({ snapshots, filled, looked }: HistoryProps) {
  const { domains, links, moves } = useMemo(() => toWeeks(snapshots, filled), [snapshots, filled]);
  const kinds = useMemo(() => toKinds(snapshots, filled), [snapshots, filled]);
  const ours = useMemo(() => toOwnClasses(snapshots), [snapshots]);
  if (snapshots.length === 0)
    return (
      <EmptyList looked={looked} subject={{ things: 'link figures', done: 'fetched' }} title="No snapshots yet">
        The first one is taken once the domain is fetched, then one every Monday.
      </EmptyList>
    );
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <Paper withBorder p="md">
          <Chart title="Referring domains by week" spec={domains} height={220} syncKey="domain" />
        </Paper>
        <Paper withBorder p="md">
          <Chart title="Backlinks by week" spec={links} height={220} syncKey="domain" />
        </Paper>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <Section title="Change of referring domains">
          <Text size="sm" c="dimmed" mb="xs">
            Referring domains gained or lost since the previous week.
          </Text>
          <Bars label="Change of referring domains by week" barName="Week" bars={moves} format={formatCount} height={180} />
        </Section>
        {kinds.length > 0 && (
          <Section title="Links by kind of site">
            <Text size="sm" c="dimmed" mb="xs">
              Links by the provider's kinds, over the whole profile. One link may be of several.
            </Text>
            <Bars label="Links by kind of site" barName="Kind" bars={kinds} format={formatCount} below="names" height={180} />
          </Section>
        )}
        {ours && (
          <Section title="By our own classes">
            <Text size="sm" c="dimmed" mb="xs">
              {ours.coverage}
            </Text>
            <Bars label="Links by our own classes" barName="Class" bars={ours.bars} format={formatCount} below="names" height={180} />
          </Section>
        )}
      </SimpleGrid>
    </>
  );
}

const PROPERTIES: readonly RowColumn<Property>[] = [
  column.text('kind', 'Kind', 110, { isOnPhone: true }),
  column.text('platform', 'Where', 130, { of: ({ platform }) => platform && toStoreName(platform), isOnPhone: true }),
  column.text('handle', 'Name', 200),
  drawn.link('url', 'Address', 360, { isOnPhone: true }),
];
