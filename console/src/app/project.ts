import { useParams, useRouterState } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import { getProjectsByProjectId, type GetProjectsByProjectIdResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { toDay, type Day } from '#data/time/days.ts';
import { readMemory, writeMemory } from '#data/memory.ts';
import { useNow, useSession } from './session.tsx';

const LAST_PROJECT = 'last-project';

/** A parameter of the path of this screen, such as `keywordId`; empty when the path has none of that name. */
export function useParameter(name: string): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters[name] ?? '';
}

/** The project of the address. Screens whose path begins with `/p/$projectId` have one. */
export function useProjectId(): string {
  return useParameter('projectId');
}

/** Whether a project is being made, so that no other one is meant. */
export function useIsBeforeProject(): boolean {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen?.isBeforeProject === true });
}

/**
 * The project of the address, or the one that was looked at last, or the first: what the sidebar and the palette lead to.
 * While a project is being made there is none.
 */
export function useCurrentProjectId(): string | undefined {
  const id = useProjectId();
  const { projects } = useSession().me;
  const isBefore = useIsBeforeProject();
  const last = readMemory(LAST_PROJECT);
  if (id && id !== last) writeMemory(LAST_PROJECT, id);
  if (isBefore) return undefined;
  return id || (projects.some((project) => project.id === last) ? last : projects[0]?.id);
}

export function forgetProject(): void {
  writeMemory(LAST_PROJECT, undefined);
}

export function useProject(projectId: string): UseQueryResult<NonNullable<GetProjectsByProjectIdResponse>, ApiError> {
  return useAnswer(getProjectsByProjectId, { path: { project_id: projectId } }, { isWanted: projectId !== '' });
}

/** Today in the zone of the project of the address; in UTC until the zone is known. */
export function useToday(): Day {
  const now = useNow();
  const { data } = useProject(useProjectId());
  return toDay(now(), data?.project.time_zone ?? 'UTC');
}
