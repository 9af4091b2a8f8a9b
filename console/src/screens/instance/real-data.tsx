import { Button, Card, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { getRankingsGrid } from '#client';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural, formatUsd } from '#data/format.ts';
import { sumKnown } from '#data/sum-known.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { Tested } from './tested.tsx';
import { useProviderTest } from './use-provider-test.ts';
import { isolate } from '#data/isolate.ts';

/** A folder of its own, so that invented and real positions never stand in one chart. */
const VARIABLES = `DATAFORSEO_LOGIN=you@example.com
DATAFORSEO_PASSWORD=your-api-password
DATA_DIR=./.sightline-real`;

interface RealDataProps {
  /** The service has credentials of the search-data provider. */
  readonly isConfigured: boolean;
}

/** The way from a simulated world, or from no source at all, to real data. */
export function RealData({ isConfigured }: RealDataProps) {
  const { isSandbox } = useSession();
  if (isConfigured && !isSandbox) return null;
  return (
    <Card withBorder>
      <Title order={2} mb="xs">
        Get real data
      </Title>
      <Text size="sm" mb="sm">
        {isSandbox
          ? 'All that you see here is simulated. Real positions come from an account at DataForSEO, which is paid for by use.'
          : 'No source of search data is set up, so every check fails. Positions come from an account at DataForSEO, which is paid for by use.'}
      </Text>
      <List type="ordered" spacing="md" listStyleType="decimal">
        <List.Item>
          <SetVariables isSandbox={isSandbox} />
        </List.Item>
        <List.Item>
          <FirstDay />
        </List.Item>
        <List.Item>
          <Check isSandbox={isSandbox} />
        </List.Item>
      </List>
    </Card>
  );
}

function SetVariables({ isSandbox }: { readonly isSandbox: boolean }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        Copy <Code>.env.example</Code> to <Code>.env</Code> and set these lines. Login and password are under API Access in the provider's
        dashboard.
      </Text>
      <Group gap="xs" align="flex-start" wrap="nowrap" maw="100%">
        <Code block>{VARIABLES}</Code>
        <CopyButton text={VARIABLES} label="Copy the variables" />
      </Group>
      <Text size="sm">
        Then stop the service and start it{isSandbox && ' without SANDBOX'}: <Code>npm start</Code>
      </Text>
    </Stack>
  );
}

/** What checking all that the present project tracks costs once, by the price of each keyword's last check. */
function FirstDay() {
  const { projects } = useSession().me;
  const projectId = useCurrentProjectId();
  const project = projects.find(({ id }) => id === projectId);
  const grid = useAnswer(getRankingsGrid, { query: { project_id: projectId ?? '' } }, { isWanted: projectId !== undefined });
  const { n: count = 0, columns } = grid.data ?? {};
  const prices = columns?.cost_usd ?? [];
  const costUsd = sumKnown(prices, (price) => price);
  const unknown = prices.filter((price) => price === null).length;
  if (project === undefined || count === 0 || costUsd === null)
    return <Text size="sm">Know the price: every action that is paid for shows it before it is done.</Text>;
  return (
    <Text size="sm">
      Know the price: a first day of {isolate(project.name)} costs about {formatUsd(costUsd)}, for {formatPlural(count - unknown, 'check')}{' '}
      at the price of the last ones{unknown > 0 && `; ${formatPlural(unknown, 'keyword has', 'keywords have')} no price yet`}. Limits are
      set under Costs before anything is spent.
    </Text>
  );
}

function Check({ isSandbox }: { readonly isSandbox: boolean }) {
  const test = useProviderTest(['search data']);
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        Check that it works: the provider says whether it knows your account, and its balance. It costs nothing.
        {isSandbox && ' Until the new start the simulation answers; after it, the same test stands below, under Providers.'}
      </Text>
      <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Ask the provider
      </Button>
      {test.error && <ErrorNote error={test.error} />}
      {test.data && <Tested findings={test.data} />}
    </Stack>
  );
}
