import '@mantine/core/styles/Tabs.css';
import { Group, Tabs } from '@mantine/core';
import { getAppsByAppId, getAppsByAppIdCompetitors, getAppsKeywords } from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { AppIcon } from '../app-icon.tsx';
import { toCountryName } from '#data/names.ts';
import { APP_TABS, appSearch } from '../search.ts';
import { Places } from '../places.tsx';
import { Reviews } from './reviews.tsx';
import { Changes } from './changes.tsx';
import { toStorefront, toStoreName, type AppOfProject, type Platform } from '../store/store.ts';
import { Summary } from './summary.tsx';
import { FailedReadings } from './failed-readings.tsx';
import { TrackingButton, useIsTracked } from '../track/tracking-button.tsx';
import { sayApp } from './leads.ts';
import { COMPETITORS, TERMS } from '../columns.tsx';
import { TrackTerms } from '../store/orders.tsx';
import { defineList, type ListAt } from '#ui/list/define-list.tsx';

const TITLES = {
  summary: 'Summary',
  places: 'Chart ranks',
  terms: 'Terms',
  competitors: 'Competitors',
  reviews: 'Reviews',
  changes: 'Changes',
} as const;

/** What a tab does not take over from another one. */
const NOTHING_CHOSEN = { offset: undefined, sort: undefined, columns: undefined, stars: undefined, version: undefined, review: undefined };

/** One app: how it stands in its store, and what changed. */
export function View() {
  const projectId = useProjectId();
  const appId = useParameter('appId');
  const platform = useParameter('platform') as Platform;
  const { scopes } = useSession();
  const { search, setSearch } = useScreenSearch(appSearch);
  const { country } = search;
  const answer = useAnswer(getAppsByAppId, { path: { app_id: appId }, query: { platform, ...toStorefront({ country }) } });
  const app: AppOfProject = { projectId, platform, appId, country };
  const known = answer.data;
  const { tracked } = useIsTracked(app);
  return (
    <>
      <PageHeader
        title={known?.title ?? appId}
        lead={known && sayApp(known)}
        description={
          <Group gap={8}>
            <AppIcon url={known?.icon_url ?? null} />
            {known ? `${toStoreName(platform)}, ${toCountryName(known.storefront)}` : toStoreName(platform)}
            {known && <OutsideLink href={known.url}>Open in the store</OutsideLink>}
          </Group>
        }
        actions={scopes.has('write') && <TrackingButton app={app} title={known?.title ?? null} storefront={known?.storefront} />}
      />
      {tracked && <FailedReadings apps={[tracked]} />}
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
          <Reviews app={app} ofStore={known?.rating_histogram ?? null} />
        </Tabs.Panel>
        <Tabs.Panel value="changes">
          <Answered answer={answer} height={320}>
            {(shown) => <Changes known={shown} />}
          </Answered>
        </Tabs.Panel>
      </Tabs>
    </>
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
  filters: ({ given }) => useSession().scopes.has('write') && <TrackTerms {...given} />,
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
  empty: () => <Empty title="No known competitors">Competitors are found by searching for tracked terms.</Empty>,
  label: 'Competitors',
  fileName: 'competitors',
  toSubject: ({ appId }) => appId,
  rows: ({ competitors }) => competitors,
  columns: COMPETITORS,
  rowKey: ({ app_id: id }) => id,
});
