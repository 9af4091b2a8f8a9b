import { Alert, Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminApiKeys, getAdminConfig, postAdminApiKeys, type PostAdminApiKeysData, type PostAdminApiKeysResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatUsd } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { setKeyBudget } from './edit-key-budget.tsx';
import { toCurl } from './key-budgets.ts';
import { Modal } from '#ui/overlay/modal.tsx';
import { Select } from '#ui/forms/select.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

type Body = PostAdminApiKeysData['body'];
type Scope = Body['scopes'][number];

const SCOPES: readonly { readonly value: Scope; readonly label: string; readonly description: string }[] = [
  { value: 'read', label: 'read', description: 'Reads what it is bound to' },
  { value: 'write', label: 'write', description: 'Makes changes and starts paid work' },
  { value: 'admin', label: 'admin', description: 'Administers the service: workflows, budgets, keys' },
];
const TIERS = ['free', 'standard', 'pro', 'enterprise'] as const;

/** Makes a key, and shows it once. */
export function MakeKey({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<PostAdminApiKeysResponse>();
  return (
    <Modal opened onClose={onClose} title={made ? 'Your new key' : 'Create a key'} size="lg" closeOnClickOutside={made === undefined}>
      {made ? <Made made={made} onClose={onClose} /> : <Form onMade={setMade} onClose={onClose} />}
    </Modal>
  );
}

function Made({ made: { key, warning }, onClose }: { readonly made: PostAdminApiKeysResponse; readonly onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">This is the only time the key is shown. Copy it now.</Text>
      <JsonBlock label="Key" value={key} />
      <JsonBlock label="Try it" value={toCurl(window.location.origin, key)} />
      {warning && (
        <Alert variant="outline" color="yellow">
          {warning}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

interface Entered {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tier: string;
  readonly organization: string | null;
  readonly project: string | null;
  /** `YYYY-MM-DD`, or empty. */
  readonly expires: string;
  readonly budgetUsd: number | string;
}

const EMPTY: Entered = { name: '', scopes: ['read'], tier: 'standard', organization: null, project: null, expires: '', budgetUsd: '' };

function toBody({ name, scopes, tier, organization, project, expires }: Entered): Body {
  return {
    name: name.trim(),
    scopes: [...scopes],
    tier: TIERS.find((one) => one === tier) ?? null,
    organization_id: project === null ? organization : null,
    project_id: project,
    expires_at: expires === '' ? null : `${expires}T23:59:59Z`,
  };
}

function Form({ onMade, onClose }: { readonly onMade: (made: PostAdminApiKeysResponse) => void; readonly onClose: () => void }) {
  const [entered, setEntered] = useState(EMPTY);
  const change = (values: Partial<Entered>): void => setEntered({ ...entered, ...values });
  const refresh = useRefresh(getAdminApiKeys, getAdminConfig);
  const make = useMutation<PostAdminApiKeysResponse, ApiError>({
    mutationFn: async () => {
      const made = await ask(postAdminApiKeys, { body: toBody(entered) });
      // The key is shown this once, so that what fails after it must not hide it.
      const failed =
        typeof entered.budgetUsd === 'number'
          ? await setKeyBudget(made.id, entered.budgetUsd).catch((error: ApiError) => error)
          : undefined;
      return failed ? { ...made, warning: `The key was created, but its monthly limit was not set: ${failed.message}` } : made;
    },
    onSuccess: (made) => {
      say('Key created');
      refresh();
      onMade(made);
    },
  });
  return (
    <form onSubmit={onSubmit(() => make.mutate())}>
      <Stack>
        <TextInput
          label="Name"
          description="What it is for"
          required
          value={entered.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          data-autofocus
        />
        <Checkbox.Group label="Scopes" value={[...entered.scopes]} onChange={(scopes) => change({ scopes: scopes as Scope[] })}>
          <Stack gap={6} mt={4}>
            {SCOPES.map(({ value, label, description }) => (
              <Checkbox key={value} value={value} label={label} description={description} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Binding entered={entered} onChange={change} />
        <Group grow align="flex-start">
          <Select label="Rate tier" data={[...TIERS]} value={entered.tier} onChange={(tier) => change({ tier: tier ?? 'standard' })} />
          <TextInput
            label="Valid until (UTC)"
            description="Leave empty for no expiry"
            type="date"
            value={entered.expires}
            onChange={({ currentTarget }) => change({ expires: currentTarget.value })}
          />
        </Group>
        <KeyBudget value={entered.budgetUsd} onChange={(budgetUsd) => change({ budgetUsd })} />
        {make.error && <ErrorNote error={make.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={make.isPending} disabled={entered.name.trim() === '' || entered.scopes.length === 0}>
            Create the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Binding({ entered, onChange }: { readonly entered: Entered; readonly onChange: (values: Partial<Entered>) => void }) {
  const { me } = useSession();
  const organizations = me.organizations.map(({ id, name }) => ({ value: id, label: name }));
  const projects = me.projects.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Group grow align="flex-start">
      <Select
        label="Only this organization"
        placeholder="Every organization"
        clearable
        data={organizations}
        value={entered.organization}
        disabled={entered.project !== null}
        onChange={(organization) => onChange({ organization })}
      />
      <Select
        label="Only this project"
        placeholder="Every project"
        clearable
        data={projects}
        value={entered.project}
        onChange={(project) => onChange({ project })}
      />
    </Group>
  );
}

/** Where one limit holds for every key, there is none to set for one. */
function KeyBudget({ value, onChange }: { readonly value: number | string; readonly onChange: (value: number | string) => void }) {
  const { data } = useAnswer(getAdminConfig, {});
  const limits = data?.budgets.key_monthly_usd;
  if (typeof limits === 'number') return <Text size="sm">Every key can spend {formatUsd(limits)} per month.</Text>;
  return (
    <NumberInput
      label="Monthly limit in US dollars"
      description="Leave empty for no limit of its own"
      value={value}
      onChange={onChange}
      min={0}
    />
  );
}
