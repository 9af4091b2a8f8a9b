import { Alert, Stack } from '@mantine/core';
import { getRankingsPages, type GetRankingsPagesResponse } from '#client';
import { useProjectId, useToday } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource, type ListSource } from '#data/answers/list-source.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayPages } from './leads.ts';
import { NothingYet } from './nothing-yet.tsx';
import { PAGE_COLUMNS } from './pages/columns.tsx';
import { pagesSearch } from './pages/search.ts';
import { Contested, Keywords } from './pages/keyword-lists.tsx';
import { KindOfPage } from '#ui/links/kind-of-page.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';

const PAGES_MAX = 1000;

/** Landing pages: what each ranks for, and where pages of the project stand in each other's way. */
export function View() {
  const { from, to, values } = useFilters();
  const { search, setSearch } = useScreenSearch(pagesSearch);
  const { money } = search;
  const asked = {
    query: {
      project_id: useProjectId(),
      from,
      to,
      limit: PAGES_MAX,
      ...(values.device && { device: values.device }),
      ...(money && { money_pages: money === 'yes' }),
    },
  };
  const pages = useAnswer(getRankingsPages, asked);
  const source = toListSource(getRankingsPages, asked, useToday());
  return (
    <>
      <PageHeader
        title="Pages"
        lead={
          pages.data && pages.data.pages.length > 0
            ? sayPages(pages.data)
            : 'Which pages rank, for how many keywords, and which compete for the same keyword.'
        }
      />
      <KindOfPage money={money} onChange={(next) => setSearch({ money: next, page: undefined })} />
      <Answered answer={pages} height={480}>
        {(data) =>
          data.pages.length === 0 && money === undefined ? (
            <NothingYet isTracking title={sayNoPage(data)}>
              Pages appear once a check finds one of your sites.
            </NothingYet>
          ) : (
            <Inside data={data} source={source} />
          )
        }
      </Answered>
    </>
  );
}

function sayNoPage({ checked }: GetRankingsPagesResponse): string {
  return checked === 0
    ? 'No good check within these days'
    : `No page of yours ranks for ${checked === 1 ? 'the one checked keyword' : `any of the ${formatCount(checked)} checked keywords`}`;
}

function Inside({ data, source }: { readonly data: GetRankingsPagesResponse; readonly source: ListSource }) {
  const { search, setSearch } = useScreenSearch(pagesSearch);
  const {
    pages,
    contested,
    ranked,
    checked,
    pagination,
    money_pages: moneyPages,
    other_pages: otherPages,
    unknown_pages: unknownPages,
    share_of_voice_weighing: weighing,
  } = data;
  const open = pages.find(({ page }) => page === search.page);
  return (
    <Stack gap="xl">
      <RowsGrid
        label="Landing pages"
        rows={pages}
        total={pagination.total}
        columns={PAGE_COLUMNS}
        rowKey={({ page }) => page}
        place={useGridPlace()}
        onOpen={({ page }) => setSearch({ page })}
        fileName="pages"
        source={source}
        summary={
          <>
            {formatCount(ranked)} of {formatCount(checked)} checked keywords rank, with {formatPlural(moneyPages, 'money page')} and{' '}
            {formatPlural(otherPages + unknownPages, 'other page')}. Share of voice: {weighing.name}
          </>
        }
      />
      <Contested keywords={contested} checked={checked} />
      <Drawer opened={open !== undefined} onClose={() => setSearch({ page: undefined })} size="xl" title="Keywords of this page">
        {open && (
          <Stack>
            <OutsideLink href={open.page} />
            {open.keyword_list.length < open.keywords && (
              <Alert color="gray" variant="outline">
                The best {formatCount(open.keyword_list.length)} of {formatCount(open.keywords)} keywords.
              </Alert>
            )}
            <Keywords keywords={open.keyword_list} page={open.page} label="Keywords of this page" />
          </Stack>
        )}
      </Drawer>
    </Stack>
  );
}
