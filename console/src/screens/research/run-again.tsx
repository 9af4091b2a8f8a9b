import { useNavigate } from '@tanstack/react-router';
import { postRun } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { PricedButton } from '#ui/priced-button.tsx';
import type { Run } from './run.tsx';

/** Researches the site of a failed run once more, as a run of its own, its price on the button. */
export function RunAgain({ run: { run_id: runId, url, host } }: { readonly run: Run }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { scopes } = useSession();
  const body = { url, project_id: projectId, async: true };
  if (!scopes.has('write')) return null;
  return (
    <PricedButton
      verb="Try again"
      begun={`The research on ${host} has begun`}
      of={runId}
      dryRun={async () => readEstimate(await ask(postRun, { body: { ...body, dry_run: true } }))}
      run={async () => {
        const answer = await ask(postRun, { body });
        if (!('run_id' in answer)) throw new Error('The service began no run');
        return answer.run_id;
      }}
      onDone={(researchId) => void navigate({ to: '/p/$projectId/research/$researchId', params: { projectId, researchId } } as never)}
    />
  );
}
