import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import {
  getProjectsByProjectIdRunsByRunId,
  type GetProjectsByProjectIdRunsByRunIdResponse,
} from '../../../../clients/typescript/src/index.ts';
import { useParameter, useProjectId } from '../../app/project.ts';
import { useSession } from '../../app/session.tsx';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { useAnswer } from '../../data/answers.ts';
import { formatDay } from '../../data/format.ts';
import { Answered } from '../../ui/answered.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { compareResults, listGone } from './evidence/compare.ts';
import { Results, toResultColumns } from './evidence/results.tsx';
import { runSearch } from './evidence/search.ts';
import { CopyRaw, Gone, OnThePage, OtherCheck, Provenance } from './evidence/run-parts.tsx';

type Run = GetProjectsByProjectIdRunsByRunIdResponse;

/** What an engine showed for a keyword: the evidence of a check. */
export function View() {
  const project_id = useProjectId();
  const run = useAnswer(getProjectsByProjectIdRunsByRunId, { path: { project_id, run_id: useParameter('runId') } });
  return (
    <Answered answer={run} height={520}>
      {(data) => <Evidence data={data} />}
    </Answered>
  );
}

function Evidence({ data }: { readonly data: Run }) {
  const projectId = useProjectId();
  const { scopes } = useSession();
  const { search, setSearch } = useScreenSearch(runSearch);
  const { run, results } = data;
  const other = useAnswer(
    getProjectsByProjectIdRunsByRunId,
    { path: { project_id: projectId, run_id: search.with ?? '' } },
    { isWanted: search.with !== undefined },
  );
  const others = search.with === undefined ? undefined : other.data?.results;
  const compared = useMemo(() => compareResults(results, others), [results, others]);
  const gone = useMemo(() => listGone(results, others), [results, others]);
  const canWrite = scopes.has('write');
  const columns = useMemo(() => {
    const { checked_at: checkedAt, checked_depth: depth, provider, cost: costUsd } = run;
    return toResultColumns(canWrite ? projectId : undefined, { checkedAt, depth, provider, costUsd }, others !== undefined);
  }, [canWrite, projectId, run, others]);
  return (
    <>
      <PageHeader
        title={`${run.keyword}, ${formatDay(run.check_date)}`}
        description={<Provenance run={run} projectId={projectId} />}
        actions={scopes.has('admin') && <CopyRaw runId={run.id} />}
      />
      <Stack>
        {run.error !== null && <Text c="var(--warn)">This check failed: {run.error}</Text>}
        <OnThePage run={run} />
        <OtherCheck run={run} chosen={search.with} onChoose={(chosen) => setSearch({ with: chosen })} />
        {other.error && search.with !== undefined && <Text c="var(--bad)">The other check cannot be read: {other.error.message}</Text>}
        <Results results={compared} columns={columns} />
        <Gone results={gone} />
      </Stack>
    </>
  );
}
