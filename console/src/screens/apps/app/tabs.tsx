import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { getAppsByAppIdCompetitors, getAppsKeywords, type GetAppsByAppIdResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { defineList, type ListAt } from '#ui/list/define-list.tsx';
import { COMPETITORS, TERMS } from '../columns.tsx';
import { Places } from '../places.tsx';
import { APP_TABS, appSearch } from '../search.ts';
import { TrackTerms } from '../store/orders.tsx';
import { toStorefront, type AppOfProject } from '../store/store.ts';
import { Changes } from './changes.tsx';
import { sayNoCompetitors } from './leads.ts';
import { Reviews } from './reviews.tsx';
import { Summary } from './summary.tsx';

const TITLES = {
  summary: 'Summary',
  places: 'Chart ranks',
  terms: 'Terms',
  competitors: 'Competitors',
  reviews: 'Reviews',
  changes: 'Changes',
} as const;

/** Choices of one tab, which the next does not take over. */
const NOTHING_CHOSEN = { offset: undefined, sort: undefined, columns: undefined, stars: undefined, version: undefined, review: undefined };

interface AppTabsProps {
  readonly app: AppOfProject;
  readonly answer: UseQueryResult<GetAppsByAppIdResponse, ApiError>;
}

/** Tabs with everything that is known of an app. */
export function AppTabs({ app, answer }: AppTabsProps) {
  const { search, setSearch } = useScreenSearch(appSearch);
  return (
    <Tabs value={search.tab} keepMounted={false} onChange={(tab) => setSearch({ ...NOTHING_CHOSEN, tab: tab as typeof search.tab })}>
      <Tabs.List mb="md">
        {APP_TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {TITLES[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="summary">
        <Answered answer={answer} height={480}>
          {(shown) => <Summary known={shown} />}
        </Answered>
      </Tabs.Panel>
      <Tabs.Panel value="places">
        <Places {...app} />
      </Tabs.Panel>
      <Tabs.Panel value="terms">
        <Terms {...app} />
      </Tabs.Panel>
      <Tabs.Panel value="competitors">
        <Competitors {...app} />
      </Tabs.Panel>
      <Tabs.Panel value="reviews">
        <Reviews app={app} ofStore={answer.data?.rating_histogram ?? null} />
      </Tabs.Panel>
      <Tabs.Panel value="changes">
        <Answered answer={answer} height={320}>
          {(shown) => <Changes known={shown} />}
        </Answered>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Its places in the store's own search. */
const Terms = defineList({
  search: appSearch,
  operation: getAppsKeywords,
  useOptions: ({ given: { projectId, platform, appId } }: ListAt<typeof appSearch, AppOfProject>) => ({
    query: { project_id: projectId, platform, app_id: appId },
  }),
  limit: 200,
  height: 320,
  filters: ({ given }) => useSession().rights.has('edit') && <TrackTerms {...given} />,
  empty: () => <Empty title="No terms tracked">Terms are searches in the store. Tracked terms are checked once a day.</Empty>,
  label: 'Terms',
  fileName: 'terms',
  toSubject: ({ appId }) => appId,
  rows: ({ keywords }) => keywords,
  columns: TERMS,
  rowKey: ({ keyword, language_code: language, storefront }) => `${keyword} ${language} ${storefront}`,
});

/** Who stands in the same store searches. */
const Competitors = defineList({
  search: appSearch,
  operation: getAppsByAppIdCompetitors,
  useOptions: ({ given: { projectId, platform, appId, country } }: ListAt<typeof appSearch, AppOfProject>) => ({
    path: { app_id: appId },
    query: { project_id: projectId, platform, ...toStorefront({ country }) },
  }),
  limit: 100,
  height: 320,
  empty: ({ data }) => <Empty {...sayNoCompetitors(data)} />,
  label: 'Competitors',
  fileName: 'competitors',
  toSubject: ({ appId }) => appId,
  rows: ({ competitors }) => competitors,
  columns: COMPETITORS,
  rowKey: ({ app_id: id }) => id,
});
