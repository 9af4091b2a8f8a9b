import { Group, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { getChannels, type Export } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import type { Problems } from '#data/answers/problems.ts';
import { Select } from '#ui/forms/select.tsx';
import { Answered } from '#ui/states/answered.tsx';
import type { Draft } from './draft.ts';

const KINDS = [
  { value: 'link', label: 'A link' },
  { value: 'folder', label: 'A folder of the server' },
  { value: 's3', label: 'A bucket (S3)' },
  { value: 'channel', label: 'A receiver (webhook)' },
] as const;
const LINK_DAYS_MAX = 30;

interface DestinationFieldsProps {
  readonly one: Export;
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (values: Partial<Draft>) => void;
}

/** Where files are brought. A secret is entered, and never shown again. */
export function DestinationFields({ one, draft, problems, onChange }: DestinationFieldsProps) {
  const { kind, days, folder } = draft;
  return (
    <>
      <Select
        label="To"
        data={KINDS}
        value={kind}
        error={problems.of('destination.kind')}
        onChange={(value) => value && onChange({ kind: value })}
      />
      {kind === 'folder' && (
        <TextInput
          label="Folder"
          description="Below the folder of the organization"
          value={folder}
          error={problems.of('destination.folder')}
          onChange={({ currentTarget }) => onChange({ folder: currentTarget.value })}
        />
      )}
      {kind === 's3' && <BucketFields draft={draft} problems={problems} onChange={onChange} />}
      {kind === 'channel' && <ChannelField one={one} draft={draft} problems={problems} onChange={onChange} />}
      {(kind === 'link' || kind === 'channel') && (
        <NumberInput
          label="Links open for days"
          min={1}
          max={LINK_DAYS_MAX}
          value={days}
          error={problems.of('destination.days')}
          onChange={(value) => onChange({ days: Number(value) || 1 })}
        />
      )}
    </>
  );
}

type FieldsProps = Omit<DestinationFieldsProps, 'one'>;

function BucketFields({ draft: { endpoint, region, bucket, prefix, keyId, secret }, problems, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Server"
        placeholder="AWS"
        value={endpoint}
        error={problems.of('destination.endpoint')}
        onChange={({ currentTarget }) => onChange({ endpoint: currentTarget.value })}
      />
      <Group grow align="start">
        <TextInput
          label="Region"
          value={region}
          error={problems.of('destination.region')}
          onChange={({ currentTarget }) => onChange({ region: currentTarget.value })}
        />
        <TextInput
          label="Bucket"
          value={bucket}
          error={problems.of('destination.bucket')}
          onChange={({ currentTarget }) => onChange({ bucket: currentTarget.value })}
        />
        <TextInput
          label="Keys begin with"
          value={prefix}
          error={problems.of('destination.prefix')}
          onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
        />
      </Group>
      <TextInput
        label="Access key"
        value={keyId}
        error={problems.of('destination.access_key_id')}
        onChange={({ currentTarget }) => onChange({ keyId: currentTarget.value })}
      />
      <PasswordInput
        label="Secret"
        description="Left empty: the one that is kept"
        autoComplete="off"
        value={secret}
        error={problems.of('destination.secret_access_key')}
        onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
      />
    </>
  );
}

function ChannelField({ one, draft: { channelId }, problems, onChange }: DestinationFieldsProps) {
  const query = { ...(one.project_id !== null && { project_id: one.project_id }), kind: 'webhook' as const, limit: 100, offset: 0 };
  const answer = useAnswer(getChannels, { query });
  return (
    <Answered answer={answer} height={64}>
      {({ channels }) => (
        <Select
          label="Receiver"
          description="A channel of the kind webhook"
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={channelId || null}
          error={problems.of('destination.channel_id')}
          onChange={(value) => value && onChange({ channelId: value })}
        />
      )}
    </Answered>
  );
}
