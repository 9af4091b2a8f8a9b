import { getRankingsSeries } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayMap } from './leads.ts';
import { NothingYet } from './nothing-yet.tsx';
import { Map } from './heat/map-panel.tsx';

/** An answer holds no more. */
const ROWS_MAX = 1000;

/** All keywords and all days at a glance. */
export function View() {
  const projectId = useProjectId();
  const { from, to, values } = useFilters();
  const series = useAnswer(getRankingsSeries, {
    query: { project_id: projectId, from, to, limit: ROWS_MAX, ...(values.device && { device: values.device }) },
  });
  return (
    <>
      <PageHeader title="Heat map" lead={(series.data && sayMap(series.data)) ?? 'The position of each keyword on each day.'} />
      <Answered answer={series} height={560}>
        {(answer) =>
          answer.rows.length === 0 ? (
            <NothingYet title="No keywords yet">Each tracked keyword gets a row here, with a cell for each day.</NothingYet>
          ) : (
            <Map series={answer} />
          )
        }
      </Answered>
    </>
  );
}
