import { Button, Checkbox, Group, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useRealNow } from '#app/session.tsx';
import { toDay } from '#data/time/days.ts';
import { formatPlural } from '#data/format.ts';
import { isBackwards, isTooShort, listUnfiltered, listUnknownParts, PASSWORD_LENGTH_MIN, toExpiry, toHosts, type Order } from './order.ts';
import { SECTIONS } from './sections.ts';
import { ShareFilter } from './share-filter.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Select } from '#ui/forms/select.tsx';

const DAYS = [7, 28, 90, 365];
const DAYS_USUAL = 28;
const COMPARES = [
  { value: 'none', label: 'nothing' },
  { value: 'previous', label: 'the previous period' },
  { value: 'year', label: 'a year ago' },
];

interface FieldsProps {
  readonly order: Order;
  /** The share has one that its readers know. */
  readonly hasPassword: boolean;
  readonly onChange: (change: Partial<Order>) => void;
}

interface ShareFieldsProps extends FieldsProps {
  /** Shows every field at first: what most shares leave as it is, too. */
  readonly isUnfolded: boolean;
}

/** What a share shows, of which keywords and days, and who may see it for how long. */
export function ShareFields({ order, hasPassword, isUnfolded, onChange }: ShareFieldsProps) {
  const [isOpen, setOpen] = useState(isUnfolded);
  const id = useId();
  const unfiltered = SECTIONS.filter(({ value }) => listUnfiltered(order).includes(value)).map(({ label }) => label);
  return (
    <>
      <TextInput
        label="Title"
        placeholder="For the client"
        data-autofocus
        value={order.name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <Checkbox.Group
        label="Sections"
        value={[...order.sections]}
        error={
          unfiltered.length > 0 ? `${unfiltered.join(' and ')} cannot be filtered by ${listUnknownParts(order).join(' or ')}` : undefined
        }
        onChange={(chosen) => onChange({ sections: SECTIONS.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])) })}
      >
        <Group gap="md" mt={4} mb={4}>
          {SECTIONS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />}
        onClick={() => setOpen(!isOpen)}
      >
        More options
      </Button>
      <Stack gap="sm" id={id} hidden={!isOpen} style={isOpen ? undefined : { display: 'none' }}>
        <ShareFilter projectId={order.project_id} filter={order.filter ?? {}} onChange={(filter) => onChange({ filter })} />
        <Days order={order} onChange={onChange} />
        <Access order={order} hasPassword={hasPassword} onChange={onChange} />
      </Stack>
    </>
  );
}

/** Which days, and what they are compared with. */
function Days({ order, onChange }: Pick<FieldsProps, 'order' | 'onChange'>) {
  const days = order.days ?? DAYS_USUAL;
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label="First day"
          description="Leave empty to follow the number of days"
          value={order.from ?? ''}
          error={isBackwards(order) ? 'After the last day' : undefined}
          onChange={({ currentTarget: { value } }) => onChange({ from: value || null })}
        />
        <TextInput
          type="date"
          label="Last day"
          description="Leave empty for today"
          value={order.to ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ to: value || null })}
        />
      </Group>
      <Group grow>
        <Select
          label="Default period"
          data={[...new Set([...DAYS, days])]
            .toSorted((one, other) => one - other)
            .map((value) => ({ value: String(value), label: formatPlural(value, 'day') }))}
          value={String(days)}
          onChange={(chosen) => chosen && onChange({ days: Number(chosen) })}
        />
        <Select
          label="Compared with"
          data={COMPARES}
          value={order.compare ?? 'none'}
          onChange={(compare) => compare && onChange({ compare: compare as NonNullable<Order['compare']> })}
        />
      </Group>
      <Switch
        label="Readers can choose other days"
        checked={order.range === 'free'}
        onChange={({ currentTarget }) => onChange({ range: currentTarget.checked ? 'free' : 'fixed' })}
      />
    </>
  );
}

/** Who may see it, until when, and what they may take with them. */
function Access({ order, hasPassword, onChange }: FieldsProps) {
  const [hosts, setHosts] = useState((order.frame_hosts ?? []).join(', '));
  const isOpened = hasPassword && order.password === null;
  return (
    <>
      <Group grow align="flex-start">
        <PasswordInput
          label={hasPassword ? 'New password' : 'Password'}
          description={hasPassword ? 'Leave empty to keep the current one' : 'Leave empty for none'}
          autoComplete="new-password"
          disabled={isOpened}
          value={order.password ?? ''}
          error={isTooShort(order) ? `At least ${PASSWORD_LENGTH_MIN} characters` : undefined}
          onChange={({ currentTarget: { value } }) => onChange({ password: value })}
        />
        <TextInput
          type="date"
          label="Expires after (UTC)"
          description="Leave empty for no expiry"
          min={toDay(useRealNow()(), 'UTC')}
          value={order.expires_at?.slice(0, 10) ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ expires_at: toExpiry(value) })}
        />
      </Group>
      {hasPassword && (
        <Switch
          label="Remove the password"
          checked={isOpened}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.checked ? null : '' })}
        />
      )}
      <TextInput
        label="Sites that can embed it"
        description="Host names; leave empty for none"
        placeholder="example.com, *.example.com"
        value={hosts}
        onChange={({ currentTarget: { value } }) => {
          setHosts(value);
          onChange({ frame_hosts: toHosts(value) });
        }}
      />
      <Switch
        label="Readers can download CSV"
        checked={order.allow_csv ?? false}
        onChange={({ currentTarget }) => onChange({ allow_csv: currentTarget.checked })}
      />
      <Switch
        label="Show annotations marked for shared pages, and updates of the search engine"
        checked={order.show_annotations ?? false}
        onChange={({ currentTarget }) => onChange({ show_annotations: currentTarget.checked })}
      />
    </>
  );
}
