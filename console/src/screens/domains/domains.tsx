import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getAdminDomains, type Domain, postAdminDomainsOnboard } from '#client';
import { formatPlural } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { toMetricReading } from '#ui/states/reading.ts';
import { DomainFilters } from './domain-filters.tsx';
import { PARTS } from './fetched.ts';
import { nameFetch } from './name-fetch.ts';
import { domainsSearch } from './search.ts';
import { sayDomains } from './leads.ts';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { ask, answerKey } from '#data/answers/answers.ts';
import { toDomainStatusUrl } from '#data/domain-status.ts';
import { readEstimate } from '#data/estimate.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { describeProblem, readDomains } from './read-domains.ts';

type Figure = readonly [keyof Domain['readings'], string, (row: Domain) => number | null];

const count = ([id, title, value]: Figure, isOnPhone = false): RowColumn<Domain> =>
  column.count(id, title, 150, { of: value, isOnPhone, reading: ({ readings }) => toMetricReading(readings[id]) });

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
  column.text('missing', 'Not fetched', 160, {
    of: ({ missing }) => missing.map((part) => PARTS[part]).join(', ') || null,
    hint: 'Parts that were not fully fetched',
  }),
  column.text('error', 'Error', 240, { of: 'onboard_error' }),
  column.instant('updated', 'Updated (UTC)', 160, { of: 'last_updated' }),
];

/** Every domain that is known, with what was fetched of it. */
export const View = defineListScreen({
  title: 'Domains',
  sayLead: ({ domains, pagination }) => sayDomains(domains, pagination.total),
  question: 'Backlinks and ranked keywords of domains: fetched once, then updated by weekly snapshots.',
  actions: Add,
  search: domainsSearch,
  operation: getAdminDomains,
  useOptions: ({ search: { text, status, tier } }) => ({
    query: { ...(text && { search: text }), ...(status && { onboard_status: status }), ...(tier && { data_tier: tier }) },
  }),
  // While domains are being fetched, the list is read again.
  useEveryMs: () => 5_000,
  limit: 200,
  height: 480,
  filters: DomainFilters,
  before: ({ data: { domains } }) => <RetryDomains failed={domains.filter(({ onboard_status: state }) => state === 'failed')} />,
  empty: ({ data: { pagination } }) => (
    <Empty title="No domains match">{`${formatPlural(pagination.total, 'domain')} with these filters.`}</Empty>
  ),
  label: 'Domains',
  fileName: 'domains',
  rows: ({ domains }) => domains,
  columns: COLUMNS,
  rowKey: ({ domain }) => domain,
  open: ({ domain }, { navigate }) => void navigate({ to: '/domains/$domain', params: { domain } } as never),
});

function Add() {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
        Add domains
      </Button>
      <AddDomains isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

/** Fetches again what failed, after its price was shown. Nothing when nothing failed. */
function RetryDomains({ failed }: { readonly failed: readonly Pick<Domain, 'domain'>[] }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const domains = failed.map(({ domain }) => domain);
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { domains, dry_run: isDryRun } });
  if (domains.length === 0) return null;
  const what = domains.length === 1 ? String(domains[0]) : formatPlural(domains.length, 'failed domain');
  return (
    <>
      <Button size="xs" mb="xs" onClick={() => setOpen(true)}>
        Try {what} again
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Fetch ${what} again`}
        verb="Try again"
        of={domains}
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        endsAt={() => domains.map(toDomainStatusUrl)}
        onDone={() => void queries.invalidateQueries()}
      >
        What was fetched before it failed is kept and not paid again.
      </ConfirmPrice>
    </>
  );
}

interface AddDomainsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Fetches what is known of domains, after their price was shown. */
function AddDomains({ isOpen, onClose }: AddDomainsProps) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const domains = readDomains(text);
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { domains: [...domains], dry_run: isDryRun } });
  const problem = describeProblem(domains);
  const isReady = domains.length > 0 && problem === undefined;
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title={domains.length === 0 ? 'Add domains' : `Add ${formatPlural(domains.length, 'domain')}`}
      verb="Fetch"
      of={domains}
      isReady={isReady}
      dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
      run={() => order(false)}
      endsAt={() => domains.map(toDomainStatusUrl)}
      onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getAdminDomains) })}
    >
      <Textarea
        label="One domain per line"
        placeholder="example.com"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={problem}
      />
      <Text size="sm" c="dimmed">
        Backlinks, referring domains, ranked keywords, and brand profiles are fetched now; after that a snapshot is taken each week.
      </Text>
    </ConfirmPrice>
  );
}
