import { Card, Code, Group, PasswordInput, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getOrganizationsByOrganizationIdSignIn,
  getOrganizationsByOrganizationIdSignInTest,
  putOrganizationsByOrganizationIdSignIn,
  type GetOrganizationsByOrganizationIdSignInResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { SaveRow } from '#ui/forms/save-row.tsx';
import { Select } from '#ui/forms/select.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { Rules } from './rules.tsx';
import { ROLES, toBody, toEntered, type Entered } from './values.ts';

const WHO = [
  { value: 'never', label: 'Only people who were invited' },
  { value: 'rules', label: 'Also people whom a rule names' },
  { value: 'domain', label: 'Also everyone with an address in a proved domain' },
] as const;

interface ProviderFormProps {
  readonly organizationId: string;
  /** Undefined: there is none yet. */
  readonly settings: GetOrganizationsByOrganizationIdSignInResponse | undefined;
}

/** The identity provider of an organization. */
export function ProviderForm({ organizationId, settings }: ProviderFormProps) {
  const [entered, setEntered] = useState(() => toEntered(settings?.provider));
  const change = (values: Partial<Entered>): void => setEntered({ ...entered, ...values });
  const refresh = useRefresh(getOrganizationsByOrganizationIdSignIn, getOrganizationsByOrganizationIdSignInTest);
  const save = useMutation<unknown, ApiError>({
    mutationFn: () => ask(putOrganizationsByOrganizationIdSignIn, { path: { organization_id: organizationId }, body: toBody(entered) }),
    onSuccess: () => {
      say('Sign-in settings saved');
      refresh();
    },
  });
  const isTested = settings?.provider.is_test_good === true;
  return (
    <Card withBorder component="form" onSubmit={onSubmit(() => save.mutate())}>
      <Stack>
        <Title order={2}>Identity provider</Title>
        {save.error && <ErrorNote error={save.error} />}
        {settings && <RedirectUri uri={settings.redirect_uri} />}
        <Client entered={entered} hasSecret={settings?.provider.has_secret === true} onChange={change} />
        <WordsInput
          label="Domains"
          description="For whose addresses it speaks; they count once they are proved"
          value={entered.domains}
          onChange={(domains) => change({ domains })}
        />
        <Group grow align="flex-end">
          <Select
            label="Who gets in"
            data={[...WHO]}
            value={entered.creates}
            onChange={(creates) => creates !== null && change({ creates })}
          />
          {entered.creates === 'domain' && (
            <Select
              label="Role by domain"
              data={[...ROLES]}
              value={entered.domainRole}
              onChange={(domainRole) => domainRole !== null && change({ domainRole })}
            />
          )}
        </Group>
        <Rules rules={entered.rules} onChange={(rules) => change({ rules })} />
        <Switch
          label="Roles follow the rules at each sign-in"
          description="Also roles that were set by hand; the last owner keeps the role"
          checked={entered.syncsRoles}
          onChange={({ currentTarget }) => change({ syncsRoles: currentTarget.checked })}
        />
        <Switch
          label="Switched on"
          description="Test it first: nobody can sign in by it while it is off"
          checked={entered.isEnabled}
          onChange={({ currentTarget }) => change({ isEnabled: currentTarget.checked })}
        />
        <Switch
          label="Show the button to everyone"
          description="Otherwise the sign-in page shows it for addresses of its domains"
          checked={entered.isListed}
          onChange={({ currentTarget }) => change({ isListed: currentTarget.checked })}
        />
        <Switch
          label="Members may sign in with a password"
          description={isTested ? 'The only owner always may' : 'Can be switched off after a test that succeeded'}
          disabled={!isTested && entered.isPasswordAllowed}
          checked={entered.isPasswordAllowed}
          onChange={({ currentTarget }) => change({ isPasswordAllowed: currentTarget.checked })}
        />
        <SaveRow isSaving={save.isPending} isSaved={save.isSuccess} />
      </Stack>
    </Card>
  );
}

function RedirectUri({ uri }: { readonly uri: string }) {
  return (
    <Group gap={4}>
      <Text size="sm">Redirect address to register at the provider:</Text>
      <Code>{uri}</Code>
      <CopyButton text={uri} label="Copy the redirect address" />
    </Group>
  );
}

interface ClientProps {
  readonly entered: Entered;
  readonly hasSecret: boolean;
  readonly onChange: (values: Partial<Entered>) => void;
}

function Client({ entered, hasSecret, onChange }: ClientProps) {
  return (
    <>
      <TextInput
        label="Issuer"
        description="Below it the provider answers /.well-known/openid-configuration"
        type="url"
        required
        value={entered.issuer}
        onChange={({ currentTarget }) => onChange({ issuer: currentTarget.value })}
      />
      <Group grow align="flex-start">
        <TextInput
          label="Client id"
          required
          value={entered.clientId}
          onChange={({ currentTarget }) => onChange({ clientId: currentTarget.value })}
        />
        <PasswordInput
          label="Client secret"
          autoComplete="off"
          placeholder={hasSecret ? 'Kept as it is' : ''}
          value={entered.secret}
          onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
        />
      </Group>
      <TextInput
        label="Text of the button"
        required
        maxLength={60}
        value={entered.button}
        onChange={({ currentTarget }) => onChange({ button: currentTarget.value })}
      />
    </>
  );
}
