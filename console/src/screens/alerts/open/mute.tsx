import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Alert, getTags, postMutes } from '#client';
import { useProjectId } from '#app/project.ts';
import { useNow } from '#app/session.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { isolate } from '#data/isolate.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Select } from '#ui/forms/select.tsx';

/** What is muted: a rule, a keyword, or all of the project. */
export interface Muted {
  readonly name: string;
  readonly ruleId?: string;
  readonly keywordId?: string;
}

export function toMuted({ rule_id: ruleId, rule_name: name }: Alert): Muted {
  return { name, ruleId };
}

interface MuteProps {
  /** Undefined: the dialog is closed. */
  readonly muted: Muted | undefined;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '1 week' },
  { value: '672', label: '4 weeks' },
] as const;
type Span = (typeof SPANS)[number]['value'];
const SPAN_USUAL: Span = '72';
type What = 'this' | 'tag' | 'project';
const REASON_MAX = 300;

/** Silence with an end and a reason. What still holds at its end is said once. */
export function Mute({ muted, onClose }: MuteProps) {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const now = useNow();
  const [what, setWhat] = useState<What>('this');
  const [tag, setTag] = useState<string | null>(null);
  const tags = useAnswer(getTags, { query: { project_id: projectId } }, { isWanted: muted !== undefined }).data?.tags ?? [];
  const [span, setSpan] = useState<Span>(SPAN_USUAL);
  const [reason, setReason] = useState('');
  const run = () =>
    ask(postMutes, {
      body: {
        project_id: projectId,
        ...(what === 'this' && muted?.ruleId !== undefined && { rule_id: muted.ruleId }),
        ...(what === 'this' && muted?.keywordId !== undefined && { keyword_id: muted.keywordId }),
        ...(what === 'tag' && tag !== null && { tag }),
        until: new Date(now().getTime() + Number(span) * HOUR_MS).toISOString(),
        reason: reason.trim(),
      },
    });
  return (
    <ConfirmAction
      isOpen={muted !== undefined}
      onClose={onClose}
      title={`Mute "${isolate(muted?.name ?? '')}"`}
      verb="Mute"
      run={run}
      onDone={() => {
        setReason('');
        setWhat('this');
        setTag(null);
        void queries.invalidateQueries();
      }}
    >
      <Stack gap="sm">
        It is judged all the same. One message at the end says what still holds.
        <Select
          label="What"
          data={[
            { value: 'this', label: muted?.keywordId === undefined ? 'This rule' : 'This keyword, for all rules' },
            ...(tags.length > 0 ? [{ value: 'tag', label: 'Keywords with a tag, for all rules' }] : []),
            { value: 'project', label: 'All alerts of the project' },
          ]}
          value={what}
          onChange={(value) => value && setWhat(value as What)}
        />
        {what === 'tag' && <Select label="Tag" required data={tags.map(({ name }) => name)} value={tag} onChange={setTag} />}
        <Select label="For" data={SPANS} value={span} onChange={(value) => value && setSpan(value)} />
        <TextInput
          label="Reason"
          required
          maxLength={REASON_MAX}
          placeholder="The shop moves to its new address"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmAction>
  );
}
