import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { getAnswersPlan, getAnswersPrompts, postAnswersPrompts } from '#client';
import { useProjectId } from '#app/project.ts';
import { useShows } from '#app/session.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatPlural, formatUsd } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { useAction } from '#ui/actions/use-action.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { WordsInput } from '#ui/forms/words-input.tsx';
import { Modal } from '#ui/overlay/overlay.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { usePlan } from '../data/use-answers.ts';
import { Suggestions } from './suggestions.tsx';

const PAUSE_MS = 350;

interface AddPromptsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds prompts: what would become of them is said before. */
export function AddPrompts({ isOpen, onClose }: AddPromptsProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add prompts" size="lg">
      <Form onClose={onClose} />
    </Modal>
  );
}

/** In a component of its own, so that each opening begins with empty fields. */
function Form({ onClose }: Pick<AddPromptsProps, 'onClose'>) {
  const projectId = useProjectId();
  const [text, setText] = useState('');
  const [tags, setTags] = useState<readonly string[]>([]);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const refresh = useRefresh(getAnswersPrompts, getAnswersPlan);
  const isSome = listLines(asked).length > 0;
  const dry = useAnswer(postAnswersPrompts, { body: { ...toBody(projectId, asked, tags), dry_run: true } }, { isWanted: isSome });
  const action = useAction({
    title: 'Add prompts',
    onClose,
    onDone: refresh,
    run: () => ask(postAnswersPrompts, { body: toBody(projectId, text, tags) }),
  });
  const isFresh = asked === text && !dry.isFetching && dry.error === null;
  const count = isSome && isFresh ? (dry.data?.prompts.length ?? 0) : 0;
  return (
    <form
      onSubmit={onSubmit(() => {
        if (count > 0) action.mutate();
      })}
    >
      <Stack>
        <Textarea
          label="Prompts"
          description="What people ask assistants, one a line."
          rows={7}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          data-autofocus
        />
        <Suggestions chosen={new Set(listLines(text))} onChoose={(line) => setText(joinLine(text, line))} />
        <WordsInput label="Tags" description="Of each of them." value={tags} onChange={setTags} wordsMax={20} />
        {isSome && (
          <Answered answer={dry} height={24}>
            {({ prompts, known }) => <Outcome added={prompts.length} known={known} />}
          </Answered>
        )}
        {action.error && <ErrorNote error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={count === 0} loading={action.isPending}>
            {count === 0 ? 'Add' : `Add ${formatPlural(count, 'prompt')}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What would become of the lines, and what the plan pays for each prompt. */
function Outcome({ added, known }: { readonly added: number; readonly known: number }) {
  const isPriced = useShows('money');
  const { data } = usePlan();
  const { prompts = 0, monthly_cost_usd: usd = 0 } = data?.estimate ?? {};
  return (
    <Text size="sm" role="status">
      {joinSentences([
        `${formatPlural(added, 'prompt')} would be added.`,
        known > 0 && `${formatPlural(known, 'line')} ${known === 1 ? 'is' : 'are'} asked already, or named twice.`,
        isPriced &&
          data?.plan.enabled === true &&
          prompts > 0 &&
          `By the plan they cost at most ${formatUsd(Math.ceil((usd / prompts) * added * 100) / 100)} more a month.`,
      ])}
    </Text>
  );
}

/** A line more, below those that are there. */
function joinLine(text: string, line: string): string {
  return text.trim() === '' ? line : `${text.trimEnd()}\n${line}`;
}

function listLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toBody(projectId: string, text: string, tags: readonly string[]) {
  return { project_id: projectId, prompts: listLines(text).map((line) => ({ text: line, tags: [...tags] })) };
}
