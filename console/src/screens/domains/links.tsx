import { Group, SimpleGrid, Text } from '@mantine/core';
import {
  getDomainsByDomainBacklinksChanges,
  getDomainsByDomainReferringDomains,
  type GetDomainsByDomainBacklinksChangesResponse,
  type ReferringDomain,
} from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDay } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { EmptyList } from '#ui/states/not-known.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';
import { FetchMore } from './fetch-more.tsx';
import { describeStored, lookAtPart, type OfDomain } from './fetched.ts';
import { describeLook } from './looks.ts';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { domainSearch } from './search.ts';
import { Segments } from '#ui/charts/segments.tsx';
import { defineList, type ListAt, type ListPart } from '#ui/list/define-list.tsx';

const THINGS = 'referring domains';
const ALL = 'all' as const;
const STATES = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'lost', label: 'Lost' },
];

/** Who links to a domain, and what changed of that. */
export function Links({ domain, known }: OfDomain) {
  const changes = useAnswer(getDomainsByDomainBacklinksChanges, { path: { domain }, query: {} });
  const list = changes.data?.knowledge.referring_domains;
  return (
    <>
      <Answered answer={changes} height={88}>
        {(changed) => <Changes known={changed} />}
      </Answered>
      {list && <Listed domain={domain} list={list} />}
      <ReferringDomains domain={domain} known={known} list={list} />
    </>
  );
}

interface Given extends OfDomain {
  readonly list: List | undefined;
}

type Part = ListPart<typeof domainSearch, unknown, Given>;
type Known = GetDomainsByDomainBacklinksChangesResponse;
type List = Known['knowledge']['referring_domains'];

/** How much of all that links here the list below holds, and what brings more. */
function Listed({ domain, list }: { readonly domain: string; readonly list: List }) {
  return (
    <Group gap="sm" mb="sm">
      <Text size="sm">{describeStored(list, THINGS)}</Text>
      {!list.is_whole && list.rows_total !== null && list.status !== 'running' && (
        <FetchMore domain={domain} stored={list.stored} total={list.rows_total} />
      )}
    </Group>
  );
}

/** Why the list of who links here is empty. */
function NoLinks({ given: { known, list }, search: { links } }: Part) {
  if (links !== undefined && list !== undefined && list.stored > 0)
    return <Empty title="None of the listed domains is in this state">{describeStored(list, THINGS)}</Empty>;
  return (
    <EmptyList looked={lookAtPart(known, 'referring_domains')} subject={{ things: THINGS, done: 'fetched' }} title="No referring domain">
      {list && describeStored(list, THINGS)}
    </EmptyList>
  );
}

const TILES = [
  ['New referring domains', 'new_domains'],
  ['Lost referring domains', 'lost_domains'],
  ['New backlinks', 'new_backlinks'],
  ['Lost backlinks', 'lost_backlinks'],
] as const;

/** How many came and went by the provider, in the time that was looked at. What was not looked for has no count, and is not zero. */
function Changes({ known: { counts, look, since, knowledge } }: { readonly known: Known }) {
  const reading: Reading = { checkedAt: look.until, provider: METRICS_PROVIDER, costUsd: look.cost_usd };
  return (
    <Section title="What changed">
      <Text size="sm" c="dimmed" mb="xs">
        {describeLook(look, since)}
      </Text>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {TILES.map(([label, name]) => (
          <Stat key={name} label={label} value={formatCount(counts[name])} {...(look.until !== null && { reading })} />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs">
        The counts are of the whole profile. {describeStored(knowledge.backlinks, 'backlinks')}
      </Text>
    </Section>
  );
}

function toReading({ our_last_seen: checkedAt, cost_usd: shareUsd }: ReferringDomain): Reading {
  return { checkedAt, provider: METRICS_PROVIDER, shareUsd };
}

const COLUMNS: readonly RowColumn<ReferringDomain>[] = [
  column.text('domain', 'Referring domain', 240, {
    of: 'referring_domain',
    isOnPhone: true,
    render: ({ referring_domain: name }) => <OutsideLink href={`https://${name}`}>{name}</OutsideLink>,
  }),
  column.text('status', 'State', 90, { isOnPhone: true }),
  column.count('rank', 'Rank', 80, { hint: 'Of 100', isOnPhone: true, reading: toReading }),
  column.text('tier', 'Quality', 100, { of: ({ quality_tier: tier }) => tier?.replace('_', ' ') ?? null }),
  column.count('links', 'Backlinks', 110, { of: 'backlinks_count', reading: toReading }),
  column.count('spam', 'Spam score', 110, { of: 'spam_score', reading: toReading }),
  column.text('type', 'Kind of site', 150, { of: 'domain_type' }),
  column.text('media', 'Media', 110, { of: 'media_type' }),
  column.day('seen', 'First seen', 120, { of: 'dfs_first_seen', hint: 'By the provider' }),
  column.day('known', 'Listed since', 120, { of: 'our_first_seen', hint: 'The day on which this service fetched it first' }),
  column.text('lost', 'Lost', 120, {
    of: 'our_lost_at',
    isDescendingFirst: true,
    render: ({ our_lost_at: lost }) => (lost === null ? null : formatDay(lost.slice(0, 10))),
  }),
];

const ReferringDomains = defineList({
  search: domainSearch,
  operation: getDomainsByDomainReferringDomains,
  useOptions: ({ search: { links }, given: { domain } }: ListAt<typeof domainSearch, Given>) => ({
    path: { domain },
    query: { status: links ?? ALL },
  }),
  limit: 200,
  height: 480,
  filters: LinkStatus,
  empty: NoLinks,
  label: 'Referring domains',
  fileName: 'referring-domains',
  toSubject: ({ domain }) => domain,
  rows: ({ referring_domains: rows }) => rows,
  columns: COLUMNS,
  rowKey: ({ referring_domain: name }) => name,
  toTotal: ({ data: { pagination }, given: { list }, search: { links } }) =>
    (links === undefined ? list?.rows_total : null) ?? pagination.total,
});

function LinkStatus({ search: { links }, setSearch }: Part) {
  return (
    <Segments
      size="xs"
      mb="sm"
      aria-label="Link status"
      data={STATES}
      value={links ?? ALL}
      onChange={(value) => setSearch({ links: value === ALL ? undefined : (value as typeof links), offset: undefined })}
    />
  );
}
