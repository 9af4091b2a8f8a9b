import { Button, Group, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getJobs, getJobsByJobId, putJobsByJobId, type Job } from '#client';
import { useNow } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatInstant } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useRefresh } from '../use-refresh.ts';
import { listConfigFields, toConfigChanges, toText, type ConfigField } from './config-form.ts';
import { describeCron } from './cron-words.ts';
import { listNext, parseCron } from './cron.ts';
import { Modal } from '#ui/overlay/modal.tsx';
import { toStoreName } from '#screens/apps/store/store.ts';
import { Select } from '#ui/forms/select.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

interface EditJobProps {
  readonly job: Job;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes when a job runs, and with what. */
export function EditJob({ job, isOpen, onClose }: EditJobProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Change ${job.name}`} size="lg">
      <Form job={job} onClose={onClose} />
    </Modal>
  );
}

function Form({ job, onClose }: Omit<EditJobProps, 'isOpen'>) {
  const fields = listConfigFields(job.type);
  const [cron, setCron] = useState(job.cron_schedule ?? '');
  const [isEnabled, setEnabled] = useState(job.is_enabled);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const refresh = useRefresh(getJobs, getJobsByJobId);
  const isRight = cron.trim() === '' || parseCron(cron) !== undefined;
  const change = useMutation<unknown, ApiError>({
    mutationFn: () =>
      ask(putJobsByJobId, {
        path: { jobId: job.id },
        body: {
          cron_schedule: cron.trim() === '' ? null : cron.trim(),
          is_enabled: isEnabled && cron.trim() !== '',
          config: toConfigChanges(fields, job.config, texts),
        },
      }),
    onSuccess: () => {
      say(`${job.name} saved`);
      refresh();
      onClose();
    },
  });
  return (
    <form
      onSubmit={onSubmit(() => {
        if (isRight) change.mutate();
      })}
    >
      <Stack>
        <TextInput
          label="Schedule"
          description="Cron expression in UTC; leave empty to run manually only"
          value={cron}
          error={isRight ? undefined : 'This is not a cron expression of five or six fields'}
          onChange={({ currentTarget }) => setCron(currentTarget.value)}
          data-autofocus
        />
        {isRight && <Preview cron={cron} />}
        <Switch
          label="Runs on schedule"
          checked={isEnabled && cron.trim() !== ''}
          disabled={cron.trim() === ''}
          onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
        />
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            text={texts[field.name] ?? toText(job.config[field.name])}
            onText={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ))}
        {change.error && <ErrorNote error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isRight} loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Preview({ cron }: { readonly cron: string }) {
  const now = useNow();
  const [next] = listNext(cron, now(), 1);
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      Runs {describeCron(cron)}
      {next && `, next on ${formatInstant(next.toISOString())}`}
    </Text>
  );
}

interface FieldProps {
  readonly field: ConfigField;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Field({ field: { label, kind, choices }, text, onText }: FieldProps) {
  if (kind === 'choice')
    return (
      <Select
        label={label}
        data={(choices ?? []).map((value) => ({ value, label: toStoreName(value) }))}
        value={text === '' ? null : text}
        onChange={(value) => onText(value ?? '')}
        clearable
        placeholder="Not set"
      />
    );
  if (kind === 'number')
    return <NumberInput label={label} value={text} onChange={(value) => onText(String(value))} min={0} placeholder="Not set" />;
  if (kind === 'list')
    return <Textarea label={label} autosize minRows={2} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)} />;
  return <TextInput label={label} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)} placeholder="Not set" />;
}
