import { Badge, Button, Card, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteOrganizationsByOrganizationIdSignInDomainsByDomain,
  getOrganizationsByOrganizationIdSignInDomains,
  getOrganizationsByOrganizationIdSignIn,
  postOrganizationsByOrganizationIdSignInDomains,
  postOrganizationsByOrganizationIdSignInDomainsByDomainProve,
  type OwnedDomain,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';

/** Domains for whose addresses the organization speaks, with the records that prove them. */
export function OwnedDomains({ organizationId }: { readonly organizationId: string }) {
  const path = { organization_id: organizationId };
  const domains = useAnswer(getOrganizationsByOrganizationIdSignInDomains, { path });
  const refresh = useRefresh(getOrganizationsByOrganizationIdSignInDomains, getOrganizationsByOrganizationIdSignIn);
  const [name, setName] = useState('');
  const add = useMutation<unknown, ApiError>({
    mutationFn: () => ask(postOrganizationsByOrganizationIdSignInDomains, { path, body: { domain: name } }),
    onSuccess: () => {
      setName('');
      refresh();
    },
  });
  return (
    <Card withBorder>
      <Stack>
        <Title order={2}>Domains</Title>
        <Text size="sm">A text record at the name server proves that addresses of a domain are yours.</Text>
        <Answered answer={domains} height={60}>
          {({ domains: rows }) =>
            rows.map((one) => <Domain key={one.domain} domain={one} organizationId={organizationId} onDone={refresh} />)
          }
        </Answered>
        {add.error && <ErrorNote error={add.error} />}
        <form onSubmit={onSubmit(() => add.mutate())}>
          <Group align="flex-end">
            <TextInput
              label="Domain"
              placeholder="acme.com"
              required
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              Add the domain
            </Button>
          </Group>
        </form>
      </Stack>
    </Card>
  );
}

interface DomainProps {
  readonly domain: OwnedDomain;
  readonly organizationId: string;
  readonly onDone: () => void;
}

function Domain({ domain, organizationId, onDone }: DomainProps) {
  const path = { organization_id: organizationId, domain: domain.domain };
  const prove = useMutation<{ readonly domain: OwnedDomain }, ApiError>({
    mutationFn: () => ask(postOrganizationsByOrganizationIdSignInDomainsByDomainProve, { path }),
    onSuccess: ({ domain: found }) => {
      say(found.proved_at === null ? 'The record is not there yet' : 'The domain is proved');
      onDone();
    },
  });
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => ask(deleteOrganizationsByOrganizationIdSignInDomainsByDomain, { path }),
    onSuccess: onDone,
  });
  const error = prove.error ?? remove.error;
  return (
    <Stack gap={4}>
      <Group>
        <Text fw={500}>{domain.domain}</Text>
        <Badge color={domain.proved_at === null ? 'yellow' : 'teal'}>{domain.proved_at === null ? 'not proved' : 'proved'}</Badge>
        <Button size="compact-sm" variant="default" loading={prove.isPending} onClick={() => prove.mutate()}>
          Look for the record
        </Button>
        <Button size="compact-sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </Group>
      {domain.proved_at === null && (
        <Group gap={4}>
          <Text size="sm">Set a TXT record for</Text>
          <Code>{domain.record_name}</Code>
          <CopyButton text={domain.record_name} label="Copy the name of the record" />
          <Text size="sm">to</Text>
          <Code>{domain.record_text}</Code>
          <CopyButton text={domain.record_text} label="Copy the text of the record" />
        </Group>
      )}
      {domain.proved_at === null && domain.checked_at !== null && (
        <Text size="sm" role="status">
          The record was not there at the last look. Name servers can take hours to show it.
        </Text>
      )}
      {error && <ErrorNote error={error} />}
    </Stack>
  );
}
