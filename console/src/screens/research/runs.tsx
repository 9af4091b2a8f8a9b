import { Button } from '@mantine/core';
import { useState } from 'react';
import { getRun } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { Choice } from './run/choice.tsx';
import { RUN_STATUSES, runsSearch } from './index.ts';
import { STATUS_WORDS, sayRuns } from './words.ts';
import { Runs } from './runs-grid.tsx';

const StartDialog = laterDialog(async () => (await import('./start-dialog.tsx')).StartDialog);

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

/** A button that begins a run. */
function StartRun({ projectId }: { readonly projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        Research a website
      </Button>
      <StartDialog isOpen={isOpen} onClose={() => setOpen(false)} projectId={projectId} />
    </>
  );
}
