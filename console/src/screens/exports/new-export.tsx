import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getExportLists, getExports, postExports, type PostExportsResponse } from '#client';
import { useProjectId } from '#app/project.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Select } from '#ui/forms/select.tsx';
import { Modal } from '#ui/overlay/modal.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { toSelection } from './editor/draft.ts';

const GRID = '/api/rankings/grid';

interface NewExportProps {
  /** Of the screen that it comes from; the keywords unless given. */
  readonly list: string | undefined;
  /** `name=value` lines. */
  readonly filters: string | undefined;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Saves a list with its filters; when and where to is set on the screen that opens. */
export function NewExport({ list: first = GRID, filters, onMade, onClose }: NewExportProps) {
  const projectId = useProjectId();
  const [name, setName] = useState('');
  const [list, setList] = useState(first);
  const [lines, setLines] = useState(filters ?? `project_id=${projectId}`);
  const lists = useAnswer(getExportLists, {});
  const refresh = useRefresh(getExports);
  const make = useMutation<PostExportsResponse, ApiError>({
    mutationFn: () => {
      const params = lists.data?.lists.find((one) => one.list === list)?.params ?? [];
      return ask(postExports, { body: { name: name.trim(), list, ...toSelection(lines, params) } });
    },
    onSuccess: (made) => {
      refresh();
      onMade(made.export.id);
    },
  });
  const problems = readProblems(make.error);
  return (
    <Modal opened onClose={onClose} title="New export" size="md">
      <form onSubmit={onSubmit(() => make.mutate())} noValidate>
        <Stack>
          <TextInput
            label="Name"
            required
            data-autofocus
            value={name}
            error={problems.of('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Answered answer={lists} height={64}>
            {(answer) => (
              <Select
                label="List"
                data={answer.lists.map((one) => ({ value: one.list, label: `${one.title} (${one.list})` }))}
                value={list}
                error={problems.of('list')}
                onChange={(one) => one && setList(one)}
              />
            )}
          </Answered>
          <Textarea
            label="Filters"
            description="One a line, as name=value, with what stands in braces in the path of the list."
            autosize
            minRows={2}
            value={lines}
            onChange={({ currentTarget }) => setLines(currentTarget.value)}
          />
          {make.error && !problems.areAllAt(['name', 'list']) && <ErrorNote error={make.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
              Go on
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
