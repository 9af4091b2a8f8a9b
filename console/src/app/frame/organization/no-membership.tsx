import { Button, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { GetMeResponse } from '#client';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useActIn, useSignOut } from './use-leave.ts';

/** Takes the whole page for a person who is signed in and acts in no organization. */
export function NoMembership({ me: { email, organizations } }: { readonly me: GetMeResponse }) {
  const act = useActIn();
  const signOut = useSignOut();
  const isMember = organizations.length > 0;
  useEffect(() => {
    document.title = 'No organization · Sightline';
  }, []);
  return (
    <Center mih="100vh" p="md" component="main" data-ready>
      <Card withBorder w={460} maw="100%" padding="xl">
        <Stack>
          <Title order={1}>{isMember ? 'Choose an organization' : 'You are not a member of an organization'}</Title>
          <Text>
            {isMember
              ? 'You are no member any more of the one you looked at last.'
              : `You are signed in as ${email}. To see anything, ask someone who manages an organization for an invitation to this address.`}
          </Text>
          {organizations.map(({ id, name, role }) => (
            <Button key={id} variant="default" disabled={act.isPending} onClick={() => act.mutate(id)}>
              {name}
              {role !== null && `, as ${role}`}
            </Button>
          ))}
          {act.error && <ErrorNote error={act.error} />}
          <Group>
            <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign out
            </Button>
          </Group>
        </Stack>
      </Card>
    </Center>
  );
}
