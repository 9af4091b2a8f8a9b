import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getOrganizationsByOrganizationIdSignInTest,
  postOrganizationsByOrganizationIdSignInTest,
  type GetOrganizationsByOrganizationIdSignInTestResponse,
} from '#client';
import { useRealNow } from '#app/session.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatAge } from '#data/format.ts';
import { JsonBlock } from '#ui/json-block.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';

type Tested = GetOrganizationsByOrganizationIdSignInTestResponse;

const ACCOUNTS: Readonly<Record<NonNullable<Tested['account']>, string>> = {
  known: 'The identity is linked to an account, which would be signed in.',
  joined: 'The account with this address would be joined, because its domain is proved.',
  made: 'An account would be made.',
  refused: 'The person would not get in without an invitation.',
};

/** Signs in at the provider without signing in here, and shows what came of it. */
export function TestResult({ organizationId }: { readonly organizationId: string }) {
  const path = { organization_id: organizationId };
  const tested = useAnswer(getOrganizationsByOrganizationIdSignInTest, { path });
  const begin = useMutation<unknown, ApiError>({
    mutationFn: async () => {
      const { url } = await ask(postOrganizationsByOrganizationIdSignInTest, { path, body: { return_to: window.location.pathname } });
      window.location.assign(url);
    },
  });
  return (
    <Card withBorder>
      <Stack>
        <Title order={2}>Test</Title>
        <Text size="sm">Sign in at the provider as yourself: nothing changes here, and you see what it claims.</Text>
        {begin.error && <ErrorNote error={begin.error} />}
        <Group>
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
            Test the provider
          </Button>
        </Group>
        <Answered answer={tested} height={80}>
          {(result) => <Outcome result={result} />}
        </Answered>
      </Stack>
    </Card>
  );
}

function Outcome({ result }: { readonly result: Tested }) {
  const now = useRealNow();
  const { tested_at: testedAt, problem, claims, account, roles, is_silent: isSilent } = result;
  if (testedAt === null) return <Text size="sm">Not tested since issuer, client or secret changed.</Text>;
  if (problem !== null)
    return (
      <Alert color="red" variant="outline" title={`The test failed ${formatAge(testedAt, now())}`}>
        {problem}
      </Alert>
    );
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        Tested {formatAge(testedAt, now())}. {account && ACCOUNTS[account]}
      </Text>
      {roles.map(({ organization_id: where, role, by }) => (
        <Text key={where} size="sm">
          Role: {role}, by {by === 'rule' ? 'a rule' : 'the domain of the address'}.
        </Text>
      ))}
      {roles.length === 0 && <Text size="sm">The claims give no role.</Text>}
      {isSilent && <Text size="sm">No claim came that a rule names, so roles would stay as they are.</Text>}
      <JsonBlock label="Claims" value={claims} />
    </Stack>
  );
}
