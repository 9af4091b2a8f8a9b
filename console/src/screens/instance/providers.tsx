import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getAdminDoctor, type DoctorFinding, type GetAdminConfigResponse } from '../../../../clients/typescript/src/index.ts';
import { useSession } from '../../app/session.tsx';
import { say } from '../../data/announce.ts';
import type { ApiError } from '../../data/api-error.ts';
import { ask } from '../../data/answers.ts';
import { ErrorNote } from '../../ui/answered.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { FindingBadge } from '../../ui/finding-badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Table } from '../../ui/table.tsx';

/** What a doctor's finding is about begins with one of these, where it is about a provider. */
const SUBJECTS = ['search data', 'LLM', 'embeddings', 'sources'];

/** Keys of providers are never shown: they come from the environment. Whether they work is asked of the providers. */
export function Providers({ config }: { readonly config: GetAdminConfigResponse }) {
  const { scopes } = useSession();
  const test = useMutation<readonly DoctorFinding[], ApiError>({
    mutationFn: async () => {
      const { findings } = await ask(getAdminDoctor, {});
      return findings.filter(({ subject }) => SUBJECTS.some((name) => subject.startsWith(name)));
    },
    onSuccess: (findings) => {
      const bad = findings.filter(({ state }) => state === 'wrong').length;
      say(bad === 0 ? 'Providers tested: all good' : `Providers tested: ${bad} failed`);
    },
  });
  const parts = [
    { name: 'Data provider', isSet: config.provider_configured },
    { name: 'Language model', isSet: config.llm_configured },
  ];
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Providers</Title>
        {scopes.has('admin') && (
          <Group gap="xs">
            <ButtonLink size="xs" variant="default" to="/settings/webhooks">
              Test the webhook
            </ButtonLink>
            <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              Test the providers
            </Button>
          </Group>
        )}
      </Group>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {parts.map(({ name, isSet }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">
                <Badge leftSection={<Icon name={isSet ? 'check' : 'alert'} size={13} />}>{isSet ? 'set up' : 'not set up'}</Badge>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {test.error && <ErrorNote error={test.error} />}
      {test.data && <Tested findings={test.data} />}
      <Text size="sm" c="dimmed">
        Their keys come from the environment of the service and are never shown here.
      </Text>
    </Card>
  );
}

/** What the providers said when they were asked just now. */
function Tested({ findings }: { readonly findings: readonly DoctorFinding[] }) {
  return (
    <Stack gap="xs" my="sm" role="group" aria-label="Test results of the providers">
      {findings.map(({ subject, state, text, remedy }) => (
        <Group key={subject} gap="sm" wrap="nowrap" align="flex-start">
          <FindingBadge state={state} />
          <Text size="sm">
            {subject}: {text}
            {remedy !== null && ` ${remedy}`}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
