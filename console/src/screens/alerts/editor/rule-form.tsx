import { Button, Group, List, Paper, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type AlertRule, deleteAlertRulesByRuleId, postAlertRules, putAlertRulesByRuleId } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { takeSuggestion, toName } from './draft.ts';
import { useKnown } from './known.ts';
import { More, MORE_FIELDS } from './more.tsx';
import { PreviewPart } from './preview.tsx';
import { isOfFields, readRuleProblems, type RuleProblems } from './problems.ts';
import { Sentence, SENTENCE_FIELDS } from './sentence.tsx';
import { usePreview } from './use-preview.ts';
import type { RuleDraft } from '../data/types.ts';

interface RuleFormProps {
  readonly first: RuleDraft;
  /** Undefined of a new one. */
  readonly rule: AlertRule | undefined;
}

/** A rule as a sentence that changes, with what it would have said. */
export function RuleForm({ first, rule }: RuleFormProps) {
  const mayEdit = useMay('edit');
  const known = useKnown();
  const [draft, setDraft] = useState(first);
  const answer = usePreview(draft);
  const tagName = known.tags.find(({ id }) => id === draft.where.tag)?.name;
  const name = draft.name === '' ? toName(draft, tagName) : draft.name;
  const save = useSave({ ...draft, name }, rule?.id);
  const problems = readRuleProblems(answer.error, save.error);
  const part = { draft, onChange: setDraft, problems, known, mayEdit };
  return (
    <Stack>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="form" onSubmit={onSubmit(() => save.mutate())}>
        <Stack>
          <Sentence {...part} />
          <More {...part} />
          <OtherProblems problems={problems} />
          {save.error && !isOfFields(save.error) && <ErrorNote error={save.error} />}
          {mayEdit && (
            <Buttons
              name={draft.name}
              placeholder={name}
              problems={problems}
              rule={rule}
              isSaving={save.isPending}
              onName={(typed) => setDraft({ ...draft, name: typed })}
            />
          )}
        </Stack>
      </Paper>
      <PreviewPart
        event={draft.when.event}
        answer={answer}
        onSuggestion={mayEdit ? (suggestion) => setDraft(takeSuggestion(draft, suggestion)) : undefined}
      />
    </Stack>
  );
}

function useSave(draft: RuleDraft, ruleId: string | undefined) {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation<unknown, ApiError>({
    mutationFn: () =>
      ruleId === undefined
        ? ask(postAlertRules, { body: { ...draft, project_id: projectId } })
        : ask(putAlertRulesByRuleId, { path: { rule_id: ruleId }, body: draft }),
    onSuccess: async () => {
      say(ruleId === undefined ? 'The rule holds from the next round of checks' : 'Rule saved');
      void queries.invalidateQueries();
      await navigate({ to: '/p/$projectId/alerts', params: { projectId }, search: { tab: 'rules' } } as never);
    },
  });
}

interface ButtonsProps {
  readonly name: string;
  /** What it is called unless a name is typed. */
  readonly placeholder: string;
  readonly problems: RuleProblems;
  readonly rule: AlertRule | undefined;
  readonly isSaving: boolean;
  readonly onName: (name: string) => void;
}

function Buttons({ name, placeholder, problems, rule, isSaving, onName }: ButtonsProps) {
  const projectId = useProjectId();
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label="Name"
        w={{ base: '100%', sm: 320 }}
        maxLength={200}
        placeholder={placeholder}
        error={problems.of('name')}
        value={name}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <Button type="submit" loading={isSaving}>
        {rule === undefined ? 'Add rule' : 'Save'}
      </Button>
      <ButtonLink variant="default" to="/p/$projectId/alerts" params={{ projectId }} search={{ tab: 'rules' }}>
        Cancel
      </ButtonLink>
      {rule && <Remove rule={rule} />}
    </Group>
  );
}

function Remove({ rule: { id, name } }: { readonly rule: AlertRule }) {
  const projectId = useProjectId();
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <Button variant="subtle" color="red" ml="auto" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmAction
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete the rule "${name}"`}
        verb="Delete"
        isDanger
        run={() => ask(deleteAlertRulesByRuleId, { path: { rule_id: id } })}
        onDone={() => {
          void queries.invalidateQueries();
          void navigate({ to: '/p/$projectId/alerts', params: { projectId }, search: { tab: 'rules' } } as never);
        }}
      >
        Its alerts go with it. To silence it for a while, mute it.
      </ConfirmAction>
    </>
  );
}

/** What is wrong and stands at no field. */
function OtherProblems({ problems }: { readonly problems: RuleProblems }) {
  const others = problems.others([...SENTENCE_FIELDS, ...MORE_FIELDS, 'name']);
  if (others.length === 0) return null;
  return (
    <List size="sm" c="var(--mantine-color-error)" role="alert">
      {others.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}
