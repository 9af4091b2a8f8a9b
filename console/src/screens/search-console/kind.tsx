import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getProjectsByProjectIdSearchConsole,
  getProjectsByProjectIdSearchConsoleDays,
  putProjectsByProjectIdSearchConsole,
  type GetProjectsByProjectIdSearchConsoleResponse as Bound,
  type PutProjectsByProjectIdSearchConsoleResponse,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Select } from '#ui/forms/select.tsx';
import { sayLacks, TYPES, type SearchType } from '../counted/say-type.ts';

interface KindProps {
  readonly propertyId: string;
  readonly type: SearchType;
  readonly lacks: Bound['lacks'];
}

/** Which kind of search is read of the website; each has its own days. */
export function Kind({ propertyId, type, lacks }: KindProps) {
  const { rights } = useSession();
  const projectId = useProjectId();
  const refresh = useRefresh(getProjectsByProjectIdSearchConsole);
  const refreshDays = useRefresh(getProjectsByProjectIdSearchConsoleDays);
  const choose = useMutation<PutProjectsByProjectIdSearchConsoleResponse, ApiError, SearchType>({
    mutationFn: (wanted) =>
      ask(putProjectsByProjectIdSearchConsole, { path: { project_id: projectId }, body: { property_id: propertyId, type: wanted } }),
    onSuccess: () => {
      refresh();
      refreshDays();
      say('Reading begins with the newest days');
    },
    onError: ({ message }) => say(message, true),
  });
  const said = sayLacks(type, lacks);
  return (
    <Stack gap={4} mb="sm" align="flex-start">
      <Select
        label="Kind of search"
        data={TYPES.map(({ value, label }) => ({ value, label }))}
        value={type}
        disabled={!rights.has('edit') || choose.isPending}
        onChange={(wanted) => {
          const chosen = TYPES.find(({ value }) => value === wanted);
          if (chosen !== undefined && chosen.value !== type) choose.mutate(chosen.value);
        }}
      />
      {said !== undefined && (
        <Text size="sm" c="dimmed">
          {said}
        </Text>
      )}
    </Stack>
  );
}
