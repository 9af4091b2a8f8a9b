import { getAttention } from '#client';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { useLive, type LiveEvent } from '#data/live.ts';
import { useCurrentProjectId } from './project.ts';
import { useSession } from './session.tsx';
import { listWaiting, type Waiting } from './waiting.ts';

const EVERY_MS = 60_000;
/** Failures, the end of an onboarding, and what happens in the project: most of what else ends changes no number. */
const matters = ({ type, status, workflow_type: workflow }: LiveEvent): boolean =>
  type !== 'workflow' || status === 'failed' || (status === 'completed' && workflow === 'domain-onboard');

/** What waits for the person in the service and the current project, kept up to date by the live socket. */
export function useAttention(): readonly Waiting[] {
  const { parts } = useSession();
  const projectId = useCurrentProjectId();
  const everyMs = useLive({
    topics: ['workflow', ...(projectId === undefined ? [] : [`project:${projectId}`])],
    answers: [answerKey(getAttention)],
    matches: matters,
  });
  const { data } = useAnswer(
    getAttention,
    { query: projectId === undefined ? {} : { project_id: projectId } },
    { everyMs: everyMs ?? EVERY_MS, isWanted: parts === undefined || parts.has('overview') },
  );
  return data ? listWaiting(data) : [];
}
