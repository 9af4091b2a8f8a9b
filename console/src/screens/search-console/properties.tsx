import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getProjectsByProjectIdSearchConsole,
  getProjectsByProjectIdSearchConsoleDays,
  getSearchConsoleConnectionsByConnectionIdProperties,
  putProjectsByProjectIdSearchConsole,
  type PutProjectsByProjectIdSearchConsoleResponse,
  type SearchConsoleProperty,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { searchConsoleSearch } from './search.ts';

interface PropertiesProps {
  readonly connectionId: string;
}

/** The websites of an account; those that count a website of the project come first. */
export function Properties({ connectionId }: PropertiesProps) {
  const projectId = useProjectId();
  const query = { project_id: projectId, limit: 500, offset: 0 };
  const answer = useAnswer(getSearchConsoleConnectionsByConnectionIdProperties, { path: { connection_id: connectionId }, query });
  return (
    <Answered answer={answer} height={160}>
      {({ properties }) =>
        properties.length === 0 ? (
          <Empty title="This account lists no website">
            An owner of the website adds the account under “Users and permissions” in Search Console; then test the account again.
          </Empty>
        ) : (
          <Stack gap="xs">
            {properties
              .toSorted((one, other) => Number(other.proposed ?? false) - Number(one.proposed ?? false))
              .map((property) => (
                <Property key={property.id} property={property} />
              ))}
          </Stack>
        )
      }
    </Answered>
  );
}

function Property({ property }: { readonly property: SearchConsoleProperty }) {
  const { id, site_url: siteUrl, can_read: canRead, permission, proposed } = property;
  const { rights } = useSession();
  const projectId = useProjectId();
  const { setSearch } = useScreenSearch(searchConsoleSearch);
  const refresh = useRefresh(getProjectsByProjectIdSearchConsole);
  const refreshDays = useRefresh(getProjectsByProjectIdSearchConsoleDays);
  const bind = useMutation<PutProjectsByProjectIdSearchConsoleResponse, ApiError>({
    mutationFn: () => ask(putProjectsByProjectIdSearchConsole, { path: { project_id: projectId }, body: { property_id: id } }),
    onSuccess: () => {
      refresh();
      refreshDays();
      setSearch({ change: undefined, connection: undefined, fault: undefined });
      say('Reading begins with the newest days');
    },
    onError: ({ message }) => say(message, true),
  });
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <Text size="sm">{siteUrl}</Text>
        {proposed === true && <Badge variant="light">website of the project</Badge>}
        {!canRead && (
          <Text size="sm" c="dimmed">
            cannot be read ({permission})
          </Text>
        )}
      </Group>
      {canRead && rights.has('edit') && (
        <Button size="xs" variant="default" loading={bind.isPending} aria-label={`Read ${siteUrl}`} onClick={() => bind.mutate()}>
          Read
        </Button>
      )}
    </Group>
  );
}
