import { getAppsByAppIdCompetitors, getAppsKeywords } from '#client';
import { useSession } from '#app/session.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { COMPETITORS, TERMS } from '../columns.tsx';
import { TrackTerms } from './orders.tsx';
import { toStorefront, type AppOfProject } from './store.ts';
import { defineList, type ListAt } from '#ui/list/define-list.tsx';
import { appSearch } from '../index.ts';

/** Its places in the store's own search. */
export const Terms = defineList({
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
export const Competitors = defineList({
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
