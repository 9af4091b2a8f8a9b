import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { postClassify, type PostClassifyResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { Answered } from '#ui/states/answered.tsx';
import { toItems, type AllAs } from './draft.ts';
import { LeftOut } from './left-out.tsx';
import { LinesInput } from './lines-input.tsx';
import { Order, type Stages } from './order.tsx';
import { ReadItems } from './read-items.tsx';
import type { Kind } from './words.ts';

/** While a person types, nothing is asked. */
const TYPING_MS = 300;

export type ReadList = Extract<PostClassifyResponse, { readonly dry_run: boolean }>;

/** From lines to an order with its price: each line as the service reads it, before anything is done. */
export function NewList() {
  const [text, setText] = useState('');
  const [allAs, setAllAs] = useState<AllAs>('looks');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Kind>>(new Map());
  const [stages, setStages] = useState<Stages>({ isLlmAsked: true, arePagesRead: true, projectId: null });
  const items = useMemo(() => toItems(text, allAs, chosen), [text, allAs, chosen]);
  const [settled] = useDebouncedValue(items, TYPING_MS);
  const body = {
    items: settled,
    skip_llm: !stages.isLlmAsked,
    skip_fetch: !stages.arePagesRead,
    ...(stages.projectId !== null && { project_id: stages.projectId }),
  };
  const isGiven = text.trim() !== '' && settled.length > 0;
  const answer = useAnswer(postClassify, { body: { ...body, dry_run: true } }, { isWanted: isGiven });
  const read = isGiven ? (answer.data as ReadList | undefined) : undefined;
  const wrong = isGiven ? listWrong(answer.error, settled) : [];
  const choose = (keys: readonly string[], kind: Kind): void => setChosen(new Map([...chosen, ...keys.map((key) => [key, kind] as const)]));
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="md">
        <LinesInput text={text} onChange={setText} />
        <Paper withBorder p="md" component="section" aria-label="Price">
          {!isGiven ? (
            <Text size="sm" c="dimmed">
              Rules and built-in models classify every item for free. For uncertain items, pages can be read for free too, and a language
              model can be asked: you see its price here first.
            </Text>
          ) : wrong.length > 0 ? (
            <LeftOut refused={wrong} duplicates={[]} />
          ) : (
            <Answered answer={{ ...answer, data: read }} height={220}>
              {(list) => (
                <Order
                  list={list}
                  body={body}
                  stages={stages}
                  onStages={setStages}
                  isCurrent={settled === items && !answer.isFetching && !answer.isPlaceholderData}
                />
              )}
            </Answered>
          )}
        </Paper>
      </SimpleGrid>
      {read && wrong.length === 0 && <ReadItems list={read} allAs={allAs} onAllAs={setAllAs} onChoose={choose} />}
    </>
  );
}

/** A list in which no line is an item is refused with a reason for each line. */
function listWrong(error: ApiError | null, items: ReturnType<typeof toItems>) {
  if (error?.status !== 400 || !Array.isArray(error.details)) return [];
  return error.details.flatMap(({ path, message }: { readonly path: string; readonly message: string }) => {
    const at = Number(/^items\[(\d+)\]$/u.exec(path)?.[1] ?? Number.NaN);
    const item = items[at];
    return item === undefined ? [] : [{ line: at + 1, value: typeof item === 'string' ? item : item.value, reason: message }];
  });
}
