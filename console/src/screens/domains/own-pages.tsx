import { SimpleGrid, Text } from '@mantine/core';
import { getDomainsByDomainPages, type GetDomainsByDomainPagesResponse, type OwnPage } from '#client';
import { formatCount, formatInstant, formatPlural } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { EmptyList } from '#ui/states/not-known.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import type { Reading } from '#ui/states/reading.ts';
import { Stat } from '#ui/layout/stat.tsx';
import { toTargetColumns } from '#ui/links/target-page.ts';
import { lookAtParts, type OfDomain } from './fetched.ts';
import { domainSearch } from './search.ts';
import { KindOfPage } from '#ui/links/kind-of-page.tsx';
import { defineList, type ListAt, type ListPart } from '#ui/list/define-list.tsx';

type Part<Data> = ListPart<typeof domainSearch, Data, OfDomain>;

/** Why no page is listed: pages are known by links that lead to them and keywords that they rank for. */
function NoPages({ data, given: { known }, search: { money } }: Part<GetDomainsByDomainPagesResponse>) {
  const { is_own: isOwn, judged_at: judgedAt, total } = data;
  if (!isOwn) return <Empty title="Not known">Pages are analyzed for websites of your own projects only.</Empty>;
  if (money !== undefined && total > 0) return <Empty title="No page of this kind">Other pages are known.</Empty>;
  const looked = lookAtParts(known, ['backlinks', 'keywords']);
  if (looked.state === 'whole' && judgedAt === null)
    return <Empty title="Not known yet">Its pages have not been analyzed yet. That happens after onboarding, then every night.</Empty>;
  return (
    <EmptyList looked={looked} subject={{ things: 'links and keywords of its pages', done: 'fetched' }} title="No pages">
      No fetched link leads to one of its pages, and none ranks for a fetched keyword.
    </EmptyList>
  );
}

function Sums({ known }: { readonly known: GetDomainsByDomainPagesResponse }) {
  const { money_pages: money, other_pages: other, unknown_pages: unknown, judged_at: judgedAt, total } = known;
  if (judgedAt === null) return null;
  const reading: Reading = { computedFrom: formatPlural(total, 'page'), checkedAt: judgedAt };
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        Based on links and ranked keywords stored on {formatInstant(judgedAt)}
      </Text>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="sm">
        <Stat label="Money pages" value={formatCount(money.pages)} reading={reading} />
        <Stat label="Links to them" value={formatCount(money.links_to)} reading={reading} />
        <Stat label="Links to other pages" value={formatCount(other.links_to)} reading={reading} />
        <Stat label="Links to pages of unknown kind" value={formatCount(unknown.links_to)} reading={reading} />
      </SimpleGrid>
    </>
  );
}

function toReading({ target_judged_at: checkedAt }: OwnPage): Reading {
  return { computedFrom: 'the stored links and ranked keywords', checkedAt };
}

const COLUMNS: readonly RowColumn<OwnPage>[] = [
  drawn.link('page', 'Page', 380, { of: 'url', isOnPhone: true }),
  ...toTargetColumns<OwnPage>(),
  column.count('links', 'Links', 90, { of: 'links_to', isOnPhone: true, reading: toReading }),
  column.count('sites', 'Linking sites', 110, { of: 'linking_domains', reading: toReading }),
  column.count('keywords', 'Keywords', 100, { of: 'ranked_keywords', isOnPhone: true, reading: toReading }),
  column.text('tier', 'Quality', 100, {
    of: ({ quality_tier: tier }) => tier?.replace('_', ' ') ?? null,
    hint: 'By the rank of the page, else that of its domain',
  }),
];

/** The pages of a site that links lead to or that rank, and which of them earn. */
export const OwnPages = defineList({
  search: domainSearch,
  operation: getDomainsByDomainPages,
  useOptions: ({ search: { money }, given: { domain } }: ListAt<typeof domainSearch, OfDomain>) => ({
    path: { domain },
    query: { ...(money && { money_pages: money === 'yes' }) },
  }),
  limit: 200,
  height: 480,
  filters: Filter,
  before: ({ data }) => <Sums known={data} />,
  empty: NoPages,
  label: 'Pages of this site',
  fileName: 'pages',
  toSubject: ({ domain }) => domain,
  rows: ({ pages }) => pages,
  columns: COLUMNS,
  rowKey: ({ url }) => url,
  toTotal: ({ data: { pagination } }) => pagination.total,
});

function Filter({ search: { money }, setSearch }: Part<unknown>) {
  return <KindOfPage money={money} onChange={(next) => setSearch({ money: next, offset: undefined })} />;
}
