import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { type AlertRuleDraft, type PostAlertRulesPreviewResponses, postAlertRulesPreview } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import type { RuleDraft } from '../data/types.ts';

export type Preview = PostAlertRulesPreviewResponses[200];

/** Pauses in typing that are longer ask. */
const PAUSE_MS = 350;

export interface PreviewAnswer {
  /** While the newest question is refused: the answer before. */
  readonly data: Preview | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
  /** What is shown is of the rule before its last change. */
  readonly isOld: boolean;
}

/** What a rule would have said in the last 90 days: asked again when it changes, and a question that is no longer wanted is given up. */
export function usePreview(draft: RuleDraft): PreviewAnswer {
  const projectId = useProjectId();
  const text = JSON.stringify(toJudged(draft));
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const rule = useMemo(() => JSON.parse(asked) as AlertRuleDraft, [asked]);
  const { data, error, refetch, isFetching } = useAnswer(postAlertRulesPreview, { body: { project_id: projectId, rule } });
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return { data: data ?? last, error, refetch, isOld: isFetching || asked !== text };
}

/** What of a rule decides what it says: its name and channels do not. */
function toJudged({
  name: _name,
  channel_ids: _channels,
  enabled: _enabled,
  repeat_every_hours: _repeats,
  ...judged
}: RuleDraft): AlertRuleDraft {
  return judged;
}
