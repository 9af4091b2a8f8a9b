import { useCallback } from 'react';
import { toDay } from '#data/time/days.ts';
import { toFileName } from '#data/file-name.ts';
import { useProject, useProjectId } from './project.ts';
import { useNow } from './session.tsx';

/** Names files after what they hold, the project of the address, another subject, and the day of the observed world. */
export function useFileName(): (what: string, subject?: string) => string {
  const now = useNow();
  const project = useProject(useProjectId()).data?.project;
  return useCallback(
    (what, subject) => toFileName(what, [project?.name, subject], toDay(now(), project?.time_zone ?? 'UTC')),
    [now, project?.name, project?.time_zone],
  );
}
