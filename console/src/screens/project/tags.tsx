import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteTagsByTagId, getTags, postTags, putTagsByTagId, type CountedTag } from '#client';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Table } from '#ui/layout/table.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

type Color = CountedTag['color'];
const COLORS: readonly Color[] = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
];

interface TagsProps {
  readonly projectId: string;
  readonly canWrite: boolean;
}

/** The tags of a project: made, named, coloured and removed here, given to keywords in their list. */
export function Tags({ projectId, canWrite }: TagsProps) {
  const tags = useAnswer(getTags, { query: { project_id: projectId } });
  const queries = useQueryClient();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: answerKey(getTags) });
  const change = useMutation<unknown, ApiError, () => Promise<unknown>>({ mutationFn: (run) => run(), onSuccess: refresh });
  return (
    <Stack gap="xs">
      <Title order={2}>Tags</Title>
      {change.error && <ErrorNote error={change.error} />}
      <Answered answer={tags} height={80}>
        {({ tags: rows }) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              No tags yet. Tags group keywords, and every list and chart can be filtered by them.
            </Text>
          ) : (
            <Table verticalSpacing={4}>
              <Table.Tbody>
                {rows.map((tag) => (
                  <TagRow key={tag.id} tag={tag} canWrite={canWrite} onChange={(run) => change.mutate(run)} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Answered>
      {canWrite && <NewTag projectId={projectId} onChange={(run) => change.mutate(run)} />}
    </Stack>
  );
}

interface TagRowProps {
  readonly tag: CountedTag;
  readonly canWrite: boolean;
  readonly onChange: (run: () => Promise<unknown>) => void;
}

function TagRow({ tag: { id, name, color, keywords }, canWrite, onChange }: TagRowProps) {
  const [typed, setTyped] = useState(name);
  const rename = (): void => {
    const wanted = typed.trim();
    if (wanted !== '' && wanted !== name) onChange(() => ask(putTagsByTagId, { path: { tag_id: id }, body: { name: wanted } }));
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <span className="dot" style={{ background: `var(--mantine-color-${color}-6)` }} />
          <TextInput
            size="xs"
            miw={110}
            aria-label={`Name of tag ${name}`}
            disabled={!canWrite}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={rename}
          />
        </Group>
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          w={90}
          aria-label={`Color of tag ${name}`}
          data={[...COLORS]}
          value={color}
          disabled={!canWrite}
          onChange={(next) => next && onChange(() => ask(putTagsByTagId, { path: { tag_id: id }, body: { color: next as Color } }))}
        />
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Text size="sm" c="dimmed">
          {formatPlural(keywords, 'keyword')}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        {canWrite && (
          <ActionIcon aria-label={`Remove tag ${name}`} onClick={() => onChange(() => ask(deleteTagsByTagId, { path: { tag_id: id } }))}>
            <Icon name="trash" size={16} />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function NewTag({ projectId, onChange }: Pick<TagRowProps, 'onChange'> & { readonly projectId: string }) {
  const [name, setName] = useState('');
  const submit = onSubmit(() => {
    const wanted = name.trim();
    if (wanted === '') return;
    onChange(() => ask(postTags, { body: { project_id: projectId, name: wanted } }));
    setName('');
  });
  return (
    <form onSubmit={submit}>
      <Group gap="xs">
        <TextInput
          size="xs"
          aria-label="Name of a new tag"
          placeholder="New tag"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" disabled={name.trim() === ''}>
          Add
        </Button>
      </Group>
    </form>
  );
}
