import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteAnnotationsByAnnotationId, getAnnotations, postAnnotations, putAnnotationsByAnnotationId, type Annotation } from '#client';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import type { AnnotateProps, Draft } from './annotate.tsx';
import { ErrorNote } from './states/answered.tsx';
import { Modal } from './overlay/overlay.tsx';
import { Select } from './forms/select.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

const KINDS = [
  { value: 'release', label: 'Release' },
  { value: 'content', label: 'Content' },
  { value: 'engine_update', label: 'Search engine update' },
  { value: 'outage', label: 'Outage' },
  { value: 'other', label: 'Other' },
];

interface AnnotationDialogProps extends AnnotateProps {
  readonly isOpen: boolean;
}

/** Writes, changes or deletes an annotation: what happened on a day, for every chart. */
export function AnnotationDialog({ isOpen, draft, onClose }: AnnotationDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={draft?.existing ? 'Annotation' : 'New annotation'}>
      {draft && <Form key={draft.existing?.id ?? draft.date} draft={draft} onClose={onClose} />}
    </Modal>
  );
}

function Form({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) {
  const { existing } = draft;
  const client = useQueryClient();
  const [values, setValues] = useState<Values>({
    date: existing?.date ?? draft.date,
    end: existing?.end_date ?? '',
    text: existing?.text ?? '',
    kind: existing?.kind ?? 'other',
    isShared: existing?.show_on_shares ?? false,
  });
  const set = (changes: Partial<Values>): void => setValues({ ...values, ...changes });
  const change = useMutation<unknown, ApiError, 'save' | 'delete'>({
    mutationFn: async (what) => (what === 'save' ? await save(draft, values) : await remove(existing)),
    onSuccess: async (_, what) => {
      await client.invalidateQueries({ queryKey: answerKey(getAnnotations) });
      say(what === 'save' ? 'Annotation saved' : 'Annotation deleted');
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit(() => change.mutate('save'))}>
      <Stack gap="sm">
        {change.error && <ErrorNote error={change.error} />}
        <Fields values={values} set={set} />
        <Group justify="flex-end">
          {existing && (
            <Button variant="subtle" color="red" mr="auto" loading={change.isPending} onClick={() => change.mutate('delete')}>
              Delete
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Fields({ values, set }: { readonly values: Values; readonly set: (changes: Partial<Values>) => void }) {
  return (
    <>
      <Textarea
        label="What happened"
        required
        maxLength={500}
        data-autofocus
        value={values.text}
        onChange={({ currentTarget: { value } }) => set({ text: value })}
      />
      <Group grow>
        <TextInput type="date" label="Day" required value={values.date} onChange={({ currentTarget: { value } }) => set({ date: value })} />
        <TextInput
          type="date"
          label="Until"
          min={values.date}
          value={values.end}
          onChange={({ currentTarget: { value } }) => set({ end: value })}
        />
      </Group>
      <Select label="Kind" data={KINDS} value={values.kind} onChange={(kind) => set({ kind: kind as Annotation['kind'] })} />
      <Checkbox
        label="Show on shared pages"
        checked={values.isShared}
        onChange={({ currentTarget: { checked } }) => set({ isShared: checked })}
      />
    </>
  );
}

interface Values {
  readonly date: string;
  readonly end: string;
  readonly text: string;
  readonly kind: Annotation['kind'];
  readonly isShared: boolean;
}

async function save({ projectId, keywordId, existing }: Draft, { date, end, text, kind, isShared }: Values): Promise<unknown> {
  const said = { date, end_date: end > date ? end : null, text, kind, show_on_shares: isShared };
  if (existing) return await ask(putAnnotationsByAnnotationId, { path: { annotation_id: existing.id }, body: said });
  const body = keywordId
    ? { ...said, scope: 'keyword' as const, project_id: projectId, keyword_id: keywordId }
    : { ...said, scope: 'project' as const, project_id: projectId };
  return await ask(postAnnotations, { body });
}

async function remove(existing: Annotation | undefined): Promise<unknown> {
  return existing && (await ask(deleteAnnotationsByAnnotationId, { path: { annotation_id: existing.id } }));
}
