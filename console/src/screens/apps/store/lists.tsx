import { getAppsByAppIdCompetitors, getAppsKeywords } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { COMPETITORS, TERMS } from '../columns.tsx';
import { TrackTerms } from './orders.tsx';
import { toStorefront, type AppOfProject } from './store.ts';

const ROWS = 200;
const COMPETITORS_MAX = 100;

/** Its places in the store's own search. */
export function Terms(app: AppOfProject) {
  const { projectId, platform, appId } = app;
  const { scopes } = useSession();
  const place = useGridPlace();
  const options = { query: { project_id: projectId, platform, app_id: appId, limit: ROWS } };
  const answer = useAnswer(getAppsKeywords, options);
  return (
    <>
      {scopes.has('write') && <TrackTerms {...app} />}
      <Answered answer={answer} height={320}>
        {({ keywords, pagination }) => (
          <RowsGrid
            label="Terms"
            rows={keywords}
            columns={TERMS}
            rowKey={({ keyword, language_code: language, storefront }) => `${keyword} ${language} ${storefront}`}
            place={place}
            fileName="terms"
            subject={appId}
            whole={toWholeList(getAppsKeywords, options, pagination)}
            empty={<Empty title="No terms tracked">Terms are searches in the store. Tracked terms are checked once a day.</Empty>}
          />
        )}
      </Answered>
    </>
  );
}

/** Who stands in the same store searches. */
export function Competitors({ projectId, platform, appId, country }: AppOfProject) {
  const place = useGridPlace();
  const answer = useAnswer(getAppsByAppIdCompetitors, {
    path: { app_id: appId },
    query: { project_id: projectId, platform, ...toStorefront({ country }), limit: COMPETITORS_MAX },
  });
  return (
    <Answered answer={answer} height={320}>
      {({ competitors }) => (
        <RowsGrid
          label="Competitors"
          rows={competitors}
          columns={COMPETITORS}
          rowKey={({ app_id: id }) => id}
          place={place}
          fileName="competitors"
          subject={appId}
          empty={<Empty title="No known competitors">Competitors are found by searching for tracked terms.</Empty>}
        />
      )}
    </Answered>
  );
}
