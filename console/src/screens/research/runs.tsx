import { getRun } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers.ts';
import { toWholeList } from '#data/whole-list.ts';
import { Answered } from '#ui/answered.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Choice } from './choice.tsx';
import { RUN_STATUSES, runsSearch } from './index.ts';
import { StartRun } from './start-run.tsx';
import { STATUS_WORDS } from './words.ts';
import { Runs } from './runs-grid.tsx';
import { sayRuns } from './words.ts';

const ROWS = 100;
/** While runs go on, the list is read again. */
const LOOK_MS = 5_000;
const STATUSES = RUN_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }));

/** The research runs of a project. */
export function View() {
  const projectId = useProjectId();
  const { scopes } = useSession();
  const { search, setSearch } = useScreenSearch(runsSearch);
  const { status, offset = 0 } = search;
  const query = { project_id: projectId, limit: ROWS, offset, ...(status && { status }) };
  const answer = useAnswer(getRun, { query }, { everyMs: LOOK_MS });
  return (
    <>
      <PageHeader
        title="Research"
        lead={(answer.data && sayRuns(answer.data.runs, answer.data.pagination.total)) ?? 'From a website to keywords worth tracking.'}
        actions={scopes.has('write') && <StartRun projectId={projectId} />}
      />
      <Choice
        label="State"
        all="Any state"
        options={STATUSES}
        value={status}
        width={170}
        onChange={(value) => setSearch({ status: value, offset: undefined })}
      />
      <Answered answer={answer} height={480}>
        {({ runs, pagination }) => (
          <>
            <Runs projectId={projectId} runs={runs} isFiltered={status !== undefined} whole={toWholeList(getRun, { query }, pagination)} />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
    </>
  );
}
