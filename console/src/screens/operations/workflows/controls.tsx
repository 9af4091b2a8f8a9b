import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteAdminWorkflowByTypeByWorkflowId,
  getAdminQueueDeadLetter,
  getAdminWorkflowByTypeByWorkflowId,
  getAdminWorkflowByTypeByWorkflowIdHistory,
  postAdminQueueDeadLetterByIdRetry,
  postAdminWorkflowByTypeByWorkflowIdPause,
  postAdminWorkflowByTypeByWorkflowIdResume,
  type GetAdminWorkflowByTypeByWorkflowIdResponse,
} from '#client';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { IconName } from '#ui/icons/paths.ts';

type Workflow = GetAdminWorkflowByTypeByWorkflowIdResponse;

interface Control {
  readonly verb: string;
  readonly icon: IconName;
  readonly isDanger?: boolean;
  readonly states: readonly Workflow['status'][];
  readonly consequence: string;
  readonly run: (workflow: Workflow) => Promise<unknown>;
}

const pathOf = ({ type, id }: Workflow) => ({ path: { type, workflow_id: id } });

const CONTROLS: readonly Control[] = [
  {
    verb: 'Pause',
    icon: 'pause',
    states: ['queued', 'running'],
    consequence: 'The current step finishes; this workflow and its children then wait until they are resumed.',
    run: (workflow) => ask(postAdminWorkflowByTypeByWorkflowIdPause, pathOf(workflow)),
  },
  {
    verb: 'Resume',
    icon: 'play',
    states: ['paused'],
    consequence: 'This workflow continues at its next step, as do the children that were paused with it.',
    run: (workflow) => ask(postAdminWorkflowByTypeByWorkflowIdResume, pathOf(workflow)),
  },
  {
    verb: 'Terminate',
    icon: 'stop',
    isDanger: true,
    states: ['queued', 'running', 'paused'],
    consequence:
      'This workflow and its children end right away. Stored data is kept; orders already placed with providers are still charged.',
    run: (workflow) => ask(deleteAdminWorkflowByTypeByWorkflowId, pathOf(workflow)),
  },
];

/** What can be done to a workflow in its state; each action asks first. */
export function Controls({ workflow }: { readonly workflow: Workflow }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Control>();
  const refresh = (): void => {
    for (const read of [getAdminWorkflowByTypeByWorkflowId, getAdminWorkflowByTypeByWorkflowIdHistory, getAdminQueueDeadLetter])
      void queries.invalidateQueries({ queryKey: answerKey(read) });
  };
  const retry = useRetry(workflow);
  const controls = [...CONTROLS.filter(({ states }) => states.includes(workflow.status)), ...retry];
  return (
    <>
      {controls.map((control) => (
        <Button
          key={control.verb}
          variant="default"
          {...(control.isDanger && { c: 'var(--bad)' })}
          leftSection={<Icon name={control.icon} size={15} />}
          onClick={() => setAsked(control)}
        >
          {control.verb}
        </Button>
      ))}
      {asked && (
        <ConfirmAction
          isOpen
          onClose={() => setAsked(undefined)}
          title={`${asked.verb}: ${workflow.title}`}
          verb={asked.verb}
          isDanger={asked.isDanger ?? false}
          run={() => asked.run(workflow)}
          onDone={refresh}
        >
          {asked.consequence}
        </ConfirmAction>
      )}
    </>
  );
}

const LETTERS_MAX = 200;

/** Sends the dead letter of a failed workflow again, where there is one that was not sent again. */
function useRetry({ id, type, status }: Workflow): readonly Control[] {
  const { data } = useAnswer(getAdminQueueDeadLetter, { query: { type, limit: LETTERS_MAX } }, { isWanted: status === 'failed' });
  const letter = data?.dead_letters.find((one) => one.workflow_id === id && one.retried_at === null);
  if (letter === undefined) return [];
  return [
    {
      verb: 'Send again',
      icon: 'refresh',
      states: ['failed'],
      consequence: `The message goes back to the queue ${letter.queue} with all its retries. Each try is paid again.`,
      run: () => ask(postAdminQueueDeadLetterByIdRetry, { path: { id: letter.id } }),
    },
  ];
}
