import { useProjectId } from '#app/project.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';
import { getAlerts, getRules } from './api.ts';

const OPEN_MAX = 200;
const RULES_MAX = 200;

/** The alerts that are open, kept up to date. */
export function useOpenAlerts() {
  const projectId = useProjectId();
  const everyMs = useLive({ topics: ['alerts'], answers: [answerKey(getAlerts), answerKey(getRules)] });
  return useAnswer(getAlerts, { query: { project_id: projectId, state: 'firing' as const, limit: OPEN_MAX } }, { everyMs });
}

export function useRules() {
  const projectId = useProjectId();
  return useAnswer(getRules, { query: { project_id: projectId, limit: RULES_MAX } });
}
