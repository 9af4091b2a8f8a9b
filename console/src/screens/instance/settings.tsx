import { Card, Group, Stack, Text, Title, Badge, Button } from '@mantine/core';
import { getAdminConfig, type GetAdminConfigResponse } from '#client';
import { useNow, useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatAge, formatCount } from '#data/format.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { describeCron } from '../operations/jobs/cron-words.ts';
import { ConfigForm } from './config-form.tsx';
import { RealData } from './real-data.tsx';
import { Table } from '#ui/layout/table.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Tested } from './tested.tsx';
import { PROVIDERS, useProviderTest } from './use-provider-test.ts';

type Config = GetAdminConfigResponse;

/** What holds for the whole service: its providers, how checks are made, what is kept, and when it does what. */
export function View() {
  const config = useAnswer(getAdminConfig, {});
  return (
    <>
      <PageHeader title="Settings" lead={config.data && `Version ${config.data.version}`} />
      <Answered answer={config} height={480}>
        {(shown) => (
          <Stack maw={760}>
            <RealData isConfigured={shown.provider_configured} />
            <Providers config={shown} />
            <Card withBorder>
              <ConfigForm config={shown} />
            </Card>
            <Schedules schedules={shown.schedules} />
            <RateLimits limits={shown.rate_limits} />
          </Stack>
        )}
      </Answered>
    </>
  );
}

function Schedules({ schedules }: { readonly schedules: Config['schedules'] }) {
  const now = useNow();
  return (
    <Card withBorder>
      <Title order={2} mb="xs">
        Schedules
      </Title>
      <Table verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th ta="right">Last</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {schedules.map(({ name, cron, last_fired_at: last }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <span title={cron}>{describeCron(cron)}</span>
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {last === null ? 'not yet' : formatAge(last, now())}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function RateLimits({ limits }: { readonly limits: Config['rate_limits'] }) {
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Rate limits</Title>
        <Text size="sm" c="dimmed">
          Requests of one caller
        </Text>
      </Group>
      <Table verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Tier</Table.Th>
            <Table.Th ta="right">Per minute</Table.Th>
            <Table.Th ta="right">Per second</Table.Th>
            <Table.Th ta="right">Burst</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(limits).map(([tier, limit]) => (
            <Table.Tr key={tier}>
              <Table.Td>{tier}</Table.Td>
              <Table.Td ta="right">{toLimit(limit.per_minute)}</Table.Td>
              <Table.Td ta="right">{toLimit(limit.per_second)}</Table.Td>
              <Table.Td ta="right">{toLimit(limit.burst)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function toLimit(limit: number | null): string {
  return limit === null ? 'no limit' : formatCount(limit);
}

/** Keys of providers are never shown: they come from the environment. Whether they work is asked of the providers. */
function Providers({ config }: { readonly config: GetAdminConfigResponse }) {
  const { rights } = useSession();
  const test = useProviderTest(PROVIDERS);
  const parts = [
    { name: 'Data provider', isSet: config.provider_configured },
    { name: 'Language model', isSet: config.llm_configured },
  ];
  return (
    <Card withBorder>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Providers</Title>
        {rights.has('operate') && (
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
