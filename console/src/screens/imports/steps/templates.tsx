import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  deleteImportTemplatesByTemplateId,
  getImportTemplates,
  postImportTemplates,
  type Import,
  type ImportTemplate,
  type PostImportTemplatesData,
} from '#client';
import { useProject } from '#app/project.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { readProblems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { useAction } from '#ui/actions/use-action.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Select } from '#ui/forms/select.tsx';
import { Modal } from '#ui/overlay/modal.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import type { ImportMapping } from './mapping-step.tsx';

/** What a file that was found out can be. */
type Kind = PostImportTemplatesData['body']['kind'];

/** As many as an organization can have. */
const TEMPLATES_MAX = 200;

interface TemplatesProps {
  readonly record: Import;
  readonly mapping: ImportMapping;
  /** A template was chosen: it says how this file is read. */
  readonly onChoose: (mapping: ImportMapping) => void;
}

/** Ways in which files were read before: one is chosen for this file, kept of it, or deleted. */
export function Templates({ record: { project_id: projectId, kind }, mapping, onChoose }: TemplatesProps) {
  const organization = useProject(projectId).data?.project.organization_id;
  const refresh = useRefresh(getImportTemplates);
  const [chosen, setChosen] = useState<ImportTemplate>();
  const [asked, setAsked] = useState<'keep' | 'delete'>();
  const close = (): void => setAsked(undefined);
  const { data } = useAnswer(
    getImportTemplates,
    { query: { limit: TEMPLATES_MAX, ...(organization !== undefined && { organization_id: organization }) } },
    { isWanted: organization !== undefined },
  );
  const fitting = (data?.templates ?? []).filter((template) => template.kind === kind);
  if (organization === undefined || kind === null) return null;
  return (
    <Group align="end">
      {fitting.length > 0 && (
        <Select
          label="As another file was read"
          placeholder="Choose a template"
          clearable
          data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => {
            const template = fitting.find((one) => one.id === id);
            setChosen(template);
            if (template) onChoose(template.mapping);
          }}
        />
      )}
      {chosen && (
        <Button variant="default" onClick={() => setAsked('delete')}>
          Delete this template
        </Button>
      )}
      <Button variant="default" onClick={() => setAsked('keep')}>
        Keep as a template
      </Button>
      <Modal opened={asked === 'keep'} onClose={close} title="Keep how this file is read">
        <Keep
          template={{ organization_id: organization, kind: kind as Kind, mapping: ofEveryFile(mapping) }}
          onClose={close}
          onDone={refresh}
        />
      </Modal>
      <ConfirmAction
        isOpen={asked === 'delete'}
        onClose={close}
        title={`Delete the template ${chosen?.name ?? ''}`}
        verb="Delete"
        isDanger
        run={() => ask(deleteImportTemplatesByTemplateId, { path: { template_id: chosen?.id ?? '' } })}
        onDone={() => {
          setChosen(undefined);
          refresh();
        }}
      >
        Files that were read with it stay as they are.
      </ConfirmAction>
    </Group>
  );
}

/** A website and a day are those of one file. */
function ofEveryFile(mapping: ImportMapping): ImportMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([name]) => name !== 'domain' && name !== 'day')) as ImportMapping;
}

interface KeepProps {
  readonly template: { readonly organization_id: string; readonly kind: Kind; readonly mapping: ImportMapping };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** In a component of its own, so that each opening begins with an empty name. */
function Keep({ template, onClose, onDone }: KeepProps) {
  const [name, setName] = useState('');
  const keep = useAction({
    title: 'Keep the template',
    run: () => ask(postImportTemplates, { body: { ...template, name } }),
    onDone,
    onClose,
  });
  const problems = readProblems(keep.error);
  return (
    <form onSubmit={onSubmit(() => keep.mutate())} noValidate>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problems.of('name')}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {keep.error && <ErrorNote error={keep.error} />}
        <Group justify="end">
          <Button type="submit" disabled={name.trim() === ''} loading={keep.isPending}>
            Keep
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
