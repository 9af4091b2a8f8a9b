import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import type { GetAdminConfigResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Table } from '#ui/layout/table.tsx';
import { Tested } from './tested.tsx';
import { PROVIDERS, useProviderTest } from './use-provider-test.ts';

/** Keys of providers are never shown: they come from the environment. Whether they work is asked of the providers. */
export function Providers({ config }: { readonly config: GetAdminConfigResponse }) {
  const { scopes } = useSession();
  const test = useProviderTest(PROVIDERS);
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
