import { Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { postAnswersPromptsSuggest, type PromptSuggestion } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';

const LIMIT = 30;

interface SuggestionsProps {
  /** Texts that stand among the prompts already. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (text: string) => void;
}

/** What could be asked, out of what is kept, each with where it comes from. */
export function Suggestions({ chosen, onChoose }: SuggestionsProps) {
  const projectId = useProjectId();
  const [isOpen, setOpen] = useState(false);
  const answer = useAnswer(postAnswersPromptsSuggest, { body: { project_id: projectId, limit: LIMIT } }, { isWanted: isOpen });
  if (!isOpen)
    return (
      <Group>
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Suggest prompts
        </Button>
      </Group>
    );
  return (
    <Answered answer={answer} height={120}>
      {({ suggestions, pages }) => {
        const open = suggestions.filter(({ text }) => !chosen.has(text));
        return (
          <div>
            {open.length === 0 && (
              <Text size="sm">
                Suggestions come from tracked keywords, the questions of their result pages, and what assistants searched for.
              </Text>
            )}
            {pages !== null && pages.unread > 0 && (
              <Text size="xs" c="dimmed">
                {formatPlural(pages.unread, 'result page')} of {formatCount(pages.found)} with questions could not be read.
              </Text>
            )}
            <List aria-label="Suggestions" listStyleType="none" size="sm" mah={260} style={{ overflowY: 'auto' }} tabIndex={0}>
              {open.map((one) => (
                <List.Item key={one.text} mb={6}>
                  <Button size="compact-xs" variant="default" mr="xs" aria-label={`Take ${one.text}`} onClick={() => onChoose(one.text)}>
                    Take
                  </Button>
                  <bdi>{one.text}</bdi>
                  <Text size="xs" c="dimmed">
                    {sayOrigin(one)}
                  </Text>
                </List.Item>
              ))}
            </List>
          </div>
        );
      }}
    </Answered>
  );
}

function sayOrigin({ source, from, answers }: PromptSuggestion): string {
  if (source === 'question') return `People also ask it, by the result page of ${from}`;
  if (source === 'keyword') return `Tracked as ${from}`;
  return `Searched for ${formatPlural(answers ?? 0, 'answer')}, among others to: ${from}`;
}
