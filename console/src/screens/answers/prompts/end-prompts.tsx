import { Button } from '@mantine/core';
import { useState } from 'react';
import { deleteAnswersPromptsByPromptId, getAnswersPlan, getAnswersPrompts, getAnswersPromptsByPromptId } from '#client';
import { ask } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';

interface EndPromptsProps {
  readonly promptIds: readonly string[];
  readonly onDone: () => void;
}

/** Asks prompts no more; what was answered stays. */
export function EndPrompts({ promptIds, onDone }: EndPromptsProps) {
  const [isAsked, setAsked] = useState(false);
  const refresh = useRefresh(getAnswersPrompts, getAnswersPromptsByPromptId, getAnswersPlan);
  const title = `End ${formatPlural(promptIds.length, 'prompt')}`;
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {title}
      </Button>
      <ConfirmAction
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={title}
        verb="End"
        isDanger
        run={async () => {
          for (const id of promptIds) await ask(deleteAnswersPromptsByPromptId, { path: { prompt_id: id } });
          return {};
        }}
        onDone={() => {
          refresh();
          onDone();
        }}
      >
        {promptIds.length === 1 ? 'It is' : 'They are'} asked no more. What was answered stays, and goes on to count in its weeks.
      </ConfirmAction>
    </>
  );
}
