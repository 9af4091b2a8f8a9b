import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { Channel } from '#client';
import type { Problems } from '#data/answers/problems.ts';
import { Select } from '#ui/forms/select.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import type { KindGuide } from '../kinds.ts';
import { EVENTS, SEVERITIES } from '../say-channel.ts';
import type { Draft } from './draft.ts';
import { QuietFields } from './quiet-fields.tsx';

export interface ChannelFieldsProps {
  readonly guide: KindGuide;
  readonly draft: Draft;
  readonly problems: Problems;
  /** Of a channel that is there: what is secret in it stays unless another one is entered. */
  readonly isChanged?: boolean;
  /** Channels that can get the messages when this one fails. */
  readonly others: readonly Pick<Channel, 'id' | 'name'>[];
  readonly onChange: (draft: Draft) => void;
}

/** The fields of a channel; what is wrong with one stands at it. */
export function ChannelFields({ guide, draft, problems, isChanged = false, others, onChange }: ChannelFieldsProps) {
  const change = (values: Partial<Draft>): void => onChange({ ...draft, ...values });
  return (
    <Stack>
      <TextInput
        label="Name"
        required
        value={draft.name}
        error={problems.of('name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <ConfigFields guide={guide} draft={draft} problems={problems} isChanged={isChanged} onChange={change} />
      <Checkbox.Group
        label="What it takes"
        value={[...draft.events]}
        error={problems.of('events')}
        onChange={(events) => change({ events: EVENTS.map(({ value }) => value).filter((event) => events.includes(event)) })}
      >
        <Stack gap={6} mt={4}>
          {EVENTS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label="From which severity on"
        description="Of alerts. A digest has none"
        data={[...SEVERITIES]}
        value={draft.minSeverity}
        error={problems.of('min_severity')}
        onChange={(severity) => severity && change({ minSeverity: severity })}
      />
      <QuietFields quiet={draft.quiet} error={problems.of('quiet')} onChange={(quiet) => change({ quiet })} />
      <Select
        label="When it fails, tell"
        description="After three messages in a row that were given up"
        placeholder="The oldest other channel of the organization"
        clearable
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.fallbackId}
        error={problems.of('fallback_channel_id')}
        onChange={(fallbackId) => change({ fallbackId })}
      />
    </Stack>
  );
}

type ConfigFieldsProps = Omit<ChannelFieldsProps, 'onChange' | 'others'> & { readonly onChange: (values: Partial<Draft>) => void };

/** What only this kind needs. */
function ConfigFields({ guide: { kind, fields }, draft, problems, isChanged, onChange }: ConfigFieldsProps) {
  if (kind === 'email')
    return (
      <WordsInput
        label="Addresses"
        description={problems.of('config') ?? 'Press Enter after each, 50 at most'}
        value={draft.addresses}
        wordsMax={50}
        onChange={(addresses) => onChange({ addresses })}
      />
    );
  return fields.map(({ name, label, placeholder, description, isSecret, isOptional }, at) => (
    <TextInput
      key={name}
      label={label}
      placeholder={placeholder}
      description={isChanged && isSecret ? 'Leave empty to keep the present one, which is not shown' : description}
      required={!isChanged && isOptional !== true}
      autoComplete="off"
      spellCheck={false}
      value={draft.config[name] ?? ''}
      error={problems.of(`config.${name}`) ?? (at === 0 ? problems.of('config') : undefined)}
      onChange={({ currentTarget }) => onChange({ config: { ...draft.config, [name]: currentTarget.value } })}
    />
  ));
}
