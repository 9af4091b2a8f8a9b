import { Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClassifiedUrl } from '#client';
import { useShortcuts } from '#app/use-shortcut.ts';
import { formatPlural } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { Dimension } from './search.ts';
import { Item } from './item.tsx';

interface QueueProps {
  readonly pages: readonly ClassifiedUrl[];
  readonly dimension: Dimension;
  readonly labels: readonly string[];
  /** Asks for the pages that are least sure by now, and begins with them. */
  readonly onReload: () => void;
}

/** Pages one at a time, in the order in which they were when the queue was opened. */
export function Queue({ pages, dimension, labels, onReload }: QueueProps) {
  const [batch] = useState(pages);
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState<ReadonlyMap<number, string>>(new Map());
  const page = batch[at];
  const next = (): void => setAt(Math.min(batch.length, at + 1));
  const back = (): void => setAt(Math.max(0, at - 1));
  useShortcuts([
    { keys: 'n', label: 'Skip to the next page', run: next },
    { keys: 'u', label: 'Back to the previous page', run: back },
  ]);
  return (
    <>
      <Group mb="xs" justify="space-between">
        <Text size="sm" role="status">
          {`${Math.min(at + 1, batch.length)} of ${batch.length}, ${formatPlural(said.size, 'page')} judged`}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={at === 0} onClick={back}>
            Back (u)
          </Button>
          <Button size="xs" variant="default" disabled={page === undefined} onClick={next}>
            Next (n)
          </Button>
        </Group>
      </Group>
      <Progress value={(100 * at) / batch.length} mb="md" aria-label="Progress" />
      {page === undefined ? (
        <Empty title="That was the last page" action={<Button onClick={onReload}>Load the least certain pages</Button>}>
          Your answers apply to similar pages once they are learned: see Patterns.
        </Empty>
      ) : (
        <Item
          key={page.id}
          page={page}
          dimension={dimension}
          labels={labels}
          said={said.get(page.id)}
          onSaid={(label) => {
            setSaid(new Map(said).set(page.id, label));
            next();
          }}
        />
      )}
    </>
  );
}
