import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteMeIdentitiesByIdentityId, getMeIdentities, getSessionOidc, postMeIdentities } from '#client';
import { useRealNow } from '#app/session.tsx';
import { SignInFailure } from '#app/frame/provider-buttons.tsx';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatAge } from '#data/format.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';

/** As who the person is known to identity providers, and a link to others. Without a provider there is nothing to say. */
export function Identities({ email }: { readonly email: string | null }) {
  const identities = useAnswer(getMeIdentities, {});
  const listed = useAnswer(getSessionOidc, {});
  const ofAddress = useAnswer(getSessionOidc, { query: { email: email ?? '' } }, { isWanted: email !== null });
  const refresh = useRefresh(getMeIdentities);
  const now = useRealNow();
  const link = useMutation<unknown, ApiError, string>({
    mutationFn: async (id) => {
      const { url } = await ask(postMeIdentities, { body: { provider_id: id, return_to: window.location.pathname } });
      window.location.assign(url);
    },
  });
  const unlink = useMutation<unknown, ApiError, string>({
    mutationFn: (id) => ask(deleteMeIdentitiesByIdentityId, { path: { identity_id: id } }),
    onSuccess: () => {
      say('Unlinked');
      refresh();
    },
  });
  const all = [...(listed.data?.providers ?? []), ...(ofAddress.data?.providers ?? [])];
  const providers = [...new Map(all.map((one) => [one.id, one])).values()];
  const error = link.error ?? unlink.error;
  if (providers.length === 0 && identities.data?.identities.length === 0) return null;
  return (
    <Card withBorder>
      <Stack>
        <Title order={2}>Linked identities</Title>
        <SignInFailure failure={listed.data?.failure ?? null} />
        {error && <ErrorNote error={error} />}
        <Answered answer={identities} height={60}>
          {({ identities: rows }) =>
            rows.length === 0 ? (
              <Text size="sm">No identity provider signs you in yet.</Text>
            ) : (
              <Stack gap="xs" component="ul" p={0} m={0}>
                {rows.map(({ id, issuer, subject, email: claimed, used_at: usedAt }) => (
                  <Group key={id} component="li" justify="space-between">
                    <div>
                      <Text size="sm">{claimed ?? subject}</Text>
                      <Text size="xs" c="dimmed">
                        {new URL(issuer).host}
                        {usedAt !== null && `, last used ${formatAge(usedAt, now())}`}
                      </Text>
                    </div>
                    <Button size="compact-sm" variant="default" loading={unlink.isPending} onClick={() => unlink.mutate(id)}>
                      Unlink
                    </Button>
                  </Group>
                ))}
              </Stack>
            )
          }
        </Answered>
        {providers.length > 0 && (
          <Group>
            {providers.map(({ id, button }) => (
              <Button key={id} variant="default" loading={link.isPending} onClick={() => link.mutate(id)}>
                Link: {button}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
