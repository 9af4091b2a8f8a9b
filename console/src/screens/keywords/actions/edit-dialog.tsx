import { Button, Group, MultiSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { getTags, postTags } from '#client';
import { useProjectId } from '#app/project.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Modal } from '#ui/overlay/modal.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useEdit, type Changes } from './use-edit.ts';

const EMPTY_FORM: EditForm = { addTags: [], removeTags: [], star: null, targetUrl: '', note: '', interval: null, strategy: null };

interface EditDialogProps {
  readonly keywordIds: readonly string[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes what a project says of keywords, and how it checks them. The price comes first. */
export function EditDialog({ keywordIds, isOpen, onClose }: EditDialogProps) {
  const projectId = useProjectId();
  const { data } = useAnswer(getTags, { query: { project_id: projectId } }, { isWanted: isOpen });
  const edit = useEdit();
  const [form, setForm] = useState<EditForm>(EMPTY_FORM);
  const [changes, setChanges] = useState<Changes>();
  const [error, setError] = useState<ApiError>();
  const tags = data?.tags ?? [];
  const title = `Edit ${formatPlural(keywordIds.length, 'keyword')}`;
  const close = (): void => {
    setForm(EMPTY_FORM);
    setChanges(undefined);
    onClose();
  };
  const goOn = async (): Promise<void> => {
    const known = new Map(tags.map(({ id, name }) => [name, id]));
    try {
      for (const name of form.addTags.filter((wanted) => !known.has(wanted)))
        known.set(name, (await ask(postTags, { body: { project_id: projectId, name } })).tag.id);
      setError(undefined);
      setChanges(toChanges(form, known));
    } catch (problem) {
      setError(problem as ApiError);
    }
  };
  return (
    <>
      <Modal opened={isOpen && changes === undefined} onClose={close} title={title}>
        <Stack gap="sm">
          {error && <ErrorNote error={error} />}
          <Fields form={form} setForm={setForm} tagNames={tags.map(({ name }) => name)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button onClick={() => void goOn()} disabled={Object.keys(toChanges(form, new Map())).length === 0}>
              Review the price
            </Button>
          </Group>
        </Stack>
      </Modal>
      <ConfirmPrice
        isOpen={isOpen && changes !== undefined}
        onClose={close}
        title={title}
        verb="Change"
        dryRun={() => edit.price(keywordIds, changes ?? {})}
        run={() => edit.apply(keywordIds, changes ?? {})}
      />
    </>
  );
}

interface FieldsProps {
  readonly form: EditForm;
  readonly setForm: (form: EditForm) => void;
  readonly tagNames: readonly string[];
}

const UNCHANGED = 'no change';

function Fields({ form, setForm, tagNames }: FieldsProps) {
  const set = (changes: Partial<EditForm>): void => setForm({ ...form, ...changes });
  return (
    <>
      <TagsInput
        label="Add tags"
        description="A new name creates a new tag."
        data={[...tagNames]}
        value={[...form.addTags]}
        maxLength={40}
        onChange={(addTags) => set({ addTags })}
      />
      <MultiSelect label="Remove tags" data={[...tagNames]} value={[...form.removeTags]} onChange={(removeTags) => set({ removeTags })} />
      <Select
        label="Star"
        placeholder={UNCHANGED}
        clearable
        data={['starred', 'not starred']}
        value={form.star}
        onChange={(star) => set({ star })}
      />
      <TextInput
        label="Target page"
        description="The page that should rank."
        placeholder={`https:// (${UNCHANGED})`}
        value={form.targetUrl}
        onChange={({ currentTarget: { value } }) => set({ targetUrl: value })}
      />
      <Textarea
        label="Note"
        placeholder={UNCHANGED}
        maxLength={2000}
        value={form.note}
        onChange={({ currentTarget: { value } }) => set({ note: value })}
      />
      <Group grow>
        <Select
          label="Interval"
          placeholder={UNCHANGED}
          clearable
          data={['daily', 'weekly', 'monthly', 'manual']}
          value={form.interval}
          onChange={(interval) => set({ interval: interval as EditForm['interval'] })}
        />
        <Select
          label="Depth strategy"
          placeholder={UNCHANGED}
          clearable
          data={[
            { value: 'full', label: 'all results' },
            { value: 'until_found', label: 'until found' },
            { value: 'adaptive', label: 'adaptive' },
          ]}
          value={form.strategy}
          onChange={(strategy) => set({ strategy: strategy as EditForm['strategy'] })}
        />
      </Group>
    </>
  );
}

/** Values of the form; empty fields leave everything as it is. */
interface EditForm {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly star: string | null;
  readonly targetUrl: string;
  readonly note: string;
  readonly interval: NonNullable<Changes['check_interval']> | null;
  readonly strategy: NonNullable<Changes['depth_strategy']> | null;
}

/** The form as a request. Tags are given by name; `ids` knows their ids. */
function toChanges(form: EditForm, ids: ReadonlyMap<string, string>): Changes {
  const { addTags, removeTags, star, targetUrl, note, interval, strategy } = form;
  const toIds = (names: readonly string[]): string[] => names.map((name) => ids.get(name) ?? name);
  return {
    ...(addTags.length > 0 && { add_tag_ids: toIds(addTags) }),
    ...(removeTags.length > 0 && { remove_tag_ids: toIds(removeTags) }),
    ...(star !== null && { starred: star === 'starred' }),
    ...(targetUrl.trim() !== '' && { target_url: targetUrl.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(interval !== null && { check_interval: interval }),
    ...(strategy !== null && { depth_strategy: strategy }),
  };
}
