import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { getAdminDomains, type Domain } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { toWholeList, type WholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { toFigureReading } from '#ui/states/reading.ts';
import { AddDomains } from './add-domains.tsx';
import { DomainFilters } from './domain-filters.tsx';
import { nameFetch } from './name-fetch.ts';
import { RetryDomains } from './retry-domains.tsx';
import { domainsSearch } from './index.ts';
import { sayDomains } from './leads.ts';

const ROWS = 200;
/** While domains are being fetched, the list is read again. */
const LOOK_MS = 5_000;
const QUESTION = 'Backlinks and ranked keywords of domains: fetched once, then updated by weekly snapshots.';

/** Every domain that is known, with what was fetched of it. */
export function View() {
  const { search, setSearch } = useScreenSearch(domainsSearch);
  const { text, status, tier, offset = 0 } = search;
  const [isAdding, setAdding] = useState(false);
  const query = {
    limit: ROWS,
    offset,
    ...(text && { search: text }),
    ...(status && { onboard_status: status }),
    ...(tier && { data_tier: tier }),
  };
  const answer = useAnswer(getAdminDomains, { query }, { everyMs: LOOK_MS });
  return (
    <>
      <PageHeader
        title="Domains"
        lead={(answer.data && sayDomains(answer.data.domains, answer.data.pagination.total)) ?? QUESTION}
        actions={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            Add domains
          </Button>
        }
      />
      <DomainFilters />
      <Answered answer={answer} height={480}>
        {({ domains, pagination }) => (
          <>
            <RetryDomains failed={domains.filter(({ onboard_status: state }) => state === 'failed')} />
            <DomainList domains={domains} total={pagination.total} whole={toWholeList(getAdminDomains, { query }, pagination)} />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
      <AddDomains isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

interface DomainListProps {
  readonly domains: readonly Domain[];
  readonly total: number;
  readonly whole: WholeList | undefined;
}

function DomainList({ domains, total, whole }: DomainListProps) {
  const navigate = useNavigate();
  const place = useGridPlace();
  return (
    <RowsGrid
      label="Domains"
      rows={domains}
      columns={COLUMNS}
      rowKey={({ domain }) => domain}
      place={place}
      fileName="domains"
      whole={whole}
      onOpen={({ domain }) => void navigate({ to: '/domains/$domain', params: { domain } } as never)}
      empty={<Empty title="No domains match">{`${formatPlural(total, 'domain')} with these filters.`}</Empty>}
    />
  );
}

type Figure = readonly [keyof Domain['readings'], string, (row: Domain) => number | null];

const count = ([id, title, value]: Figure, isOnPhone = false): RowColumn<Domain> =>
  column.count(id, title, 150, { of: value, isOnPhone, reading: ({ readings }) => toFigureReading(readings[id]) });

const COLUMNS: readonly RowColumn<Domain>[] = [
  column.text('domain', 'Domain', 240, {
    isOnPhone: true,
    render: ({ domain }) => (
      <AppLink to="/domains/$domain" params={{ domain }} inherit>
        {domain}
      </AppLink>
    ),
  }),
  drawn.status('status', 'State', 120, { of: nameFetch, isOnPhone: true }),
  column.text('tier', 'Tier', 110, { of: 'data_tier' }),
  count(['rank', 'Rank', ({ rank }) => rank]),
  { ...count(['referring_domains', 'Referring domains', ({ referring_domains_count: domains }) => domains], true), id: 'domains' },
  count(['backlinks', 'Backlinks', ({ backlinks_count: links }) => links]),
  { ...count(['ranked_keywords', 'Ranked keywords', ({ ranked_keywords_count: keywords }) => keywords]), id: 'keywords' },
  column.text('type', 'Kind of site', 150, { of: 'domain_type' }),
  column.text('missing', 'Lacks', 160, { of: ({ missing }) => missing.join(', ') || null, hint: 'Parts that were not fully fetched' }),
  column.text('error', 'Error', 240, { of: 'onboard_error' }),
  column.instant('updated', 'Updated (UTC)', 160, { of: 'last_updated' }),
];
