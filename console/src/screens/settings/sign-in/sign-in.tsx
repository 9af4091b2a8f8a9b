import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { getOrganizationsByOrganizationIdSignIn } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { Select } from '#ui/forms/select.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Empty, ErrorNote, Loading } from '#ui/states/answered.tsx';
import { OwnedDomains } from './domains.tsx';
import { ProviderForm } from './provider-form.tsx';
import { TestResult } from './test-result.tsx';

const NOT_FOUND = 404;

/** How people of an organization sign in: its identity provider, a test of it, and the domains that are proved. */
export function View() {
  const { me } = useSession();
  const [chosen, setChosen] = useState(me.organization_id ?? me.organizations[0]?.id ?? null);
  const organization = me.organization_id ?? chosen;
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader
        title="Sign-in"
        lead="The identity provider by which members of the organization sign in, and whose addresses it proves"
      />
      {me.organization_id === null && me.organizations.length > 1 && (
        <Group>
          <Select
            label="Organization"
            data={me.organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={organization}
            onChange={(id) => id !== null && setChosen(id)}
          />
        </Group>
      )}
      {organization === null ? (
        <Empty title="No organization">You are a member of none.</Empty>
      ) : (
        <Organization key={organization} organizationId={organization} />
      )}
    </Stack>
  );
}

function Organization({ organizationId }: { readonly organizationId: string }) {
  const settings = useAnswer(getOrganizationsByOrganizationIdSignIn, { path: { organization_id: organizationId } });
  const { data, error } = settings;
  // A provider that was never set up is the beginning of one, and no failure.
  const isNew = error?.status === NOT_FOUND && data === undefined;
  if (data === undefined && error === null) return <Loading />;
  if (error !== null && !isNew) return <ErrorNote error={error} onRetry={() => void settings.refetch()} />;
  return (
    <>
      <OwnedDomains organizationId={organizationId} />
      <ProviderForm key={data?.provider.changed_at ?? 'new'} organizationId={organizationId} settings={data} />
      {data !== undefined && <TestResult organizationId={organizationId} />}
    </>
  );
}
