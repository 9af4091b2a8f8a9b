import { getAlertRules, getAlertRulesPresets, getAlerts } from '#client';
import { useProjectId } from '#app/project.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';

const OPEN_MAX = 200;
const RULES_MAX = 200;

/** The alerts that are open, kept up to date. */
export function useOpenAlerts() {
  const projectId = useProjectId();
  const everyMs = useLive({ topics: ['alerts'], answers: [answerKey(getAlerts), answerKey(getAlertRules)] });
  return useAnswer(getAlerts, { query: { project_id: projectId, state: 'firing' as const, limit: OPEN_MAX } }, { everyMs });
}

export function useRules() {
  const projectId = useProjectId();
  return useAnswer(getAlertRules, { query: { project_id: projectId, limit: RULES_MAX } });
}

/** Rules that most projects want. */
export function usePresets() {
  return useAnswer(getAlertRulesPresets, {});
}
