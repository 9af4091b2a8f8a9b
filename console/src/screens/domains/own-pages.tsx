import { SimpleGrid, Text } from '@mantine/core';
import { getDomainsByDomainPages, type GetDomainsByDomainPagesResponse, type OwnPage } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatInstant, formatPlural } from '#data/format.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { EmptyList } from '#ui/states/not-known.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Pager } from '#ui/pager.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { Stat } from '#ui/layout/stat.tsx';
import { MONEY_CHOICES, toTargetColumns } from '#ui/links/target-page.ts';
import { lookAtParts, type Known } from './fetched.ts';
import { domainSearch } from './index.ts';
import { Segments } from '#ui/charts/segments.tsx';

const ROWS = 200;

/** The pages of a site that links lead to or that rank, and which of them earn. */
export function OwnPages({ domain, known: fetched }: { readonly domain: string; readonly known: Known }) {
  const { search, setSearch } = useScreenSearch(domainSearch);
  const { money, offset = 0 } = search;
  const options = {
    path: { domain },
    query: { limit: ROWS, offset, ...(money && { money_pages: money === 'yes' }) },
  };
  const answer = useAnswer(getDomainsByDomainPages, options);
  const place = useGridPlace();
  return (
    <>
      <Segments
        size="xs"
        mb="sm"
        aria-label="Kind of page"
        data={MONEY_CHOICES}
        value={money ?? 'all'}
        onChange={(value) => setSearch({ money: value === 'all' ? undefined : (value as typeof money), offset: undefined })}
      />
      <Answered answer={answer} height={480}>
        {(known) => (
          <>
            <Sums known={known} />
            <RowsGrid
              label="Pages of this site"
              rows={known.pages}
              total={known.pagination.total}
              columns={COLUMNS}
              rowKey={({ url }) => url}
              place={place}
              fileName="pages"
              subject={domain}
              whole={toWholeList(getDomainsByDomainPages, options, known.pagination)}
              empty={<NoPages known={known} fetched={fetched} isFiltered={money !== undefined} />}
            />
            <Pager pagination={known.pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
    </>
  );
}

interface NoPagesProps {
  readonly known: GetDomainsByDomainPagesResponse;
  readonly fetched: Known;
  readonly isFiltered: boolean;
}

/** Why no page is listed: pages are known by links that lead to them and keywords that they rank for. */
function NoPages({ known: { is_own: isOwn, judged_at: judgedAt, total }, fetched, isFiltered }: NoPagesProps) {
  if (!isOwn) return <Empty title="Not known">Pages are analyzed for websites of your own projects only.</Empty>;
  if (isFiltered && total > 0) return <Empty title="No page of this kind">Other pages are known.</Empty>;
  const looked = lookAtParts(fetched, ['backlinks', 'keywords']);
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
