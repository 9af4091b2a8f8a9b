import { toWords } from '#data/words.ts';
import { Alert, Button, Group, SimpleGrid, Stack, Text, Badge, List } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { postAdminClassifierClassifyRules, type ClassifiedUrl } from '#client';
import { useShortcuts } from '#app/use-shortcut.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatInstant } from '#data/format.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Select } from '#ui/forms/select.tsx';
import { toChoices } from './choices.ts';
import { toSourceName } from './figures.ts';
import { DIMENSIONS, type Dimension } from './search.ts';
import { useCorrection } from './use-correction.ts';
import { PageText } from './page-text.tsx';

export interface ItemProps {
  readonly page: ClassifiedUrl;
  readonly dimension: Dimension;
  readonly labels: readonly string[];
  /** What was said of it in this sitting. */
  readonly said: string | undefined;
  readonly onSaid: (label: string) => void;
}

/** One page: what it was judged to be and why, and what it really is. */
export function Item({ page, dimension, labels, said, onSaid }: ItemProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title="Page">
        <Stack gap="sm">
          <PageText key={page.url} url={page.url} />
          <Facts
            facts={[
              ['address', <OutsideLink key="address" href={page.url} />],
              ...DIMENSIONS.map((name) => [toWords(name), page[name] === null ? 'unknown' : toWords(page[name])] as const),
              ...(page.last_classified_at === null
                ? [['classified', 'not yet'] as const]
                : [
                    ['confidence', <Sureness key="confidence" page={page} />] as const,
                    ['classified', `${formatInstant(page.last_classified_at)} UTC`] as const,
                  ]),
              ['first seen', `${formatInstant(page.first_seen)} UTC`],
            ]}
          />
          {said !== undefined && <Alert variant="outline">Your answer: {toWords(said)}. A new answer replaces it.</Alert>}
        </Stack>
      </Section>
      <Judge {...{ page, dimension, labels, onSaid }} />
    </SimpleGrid>
  );
}

function Sureness({ page }: Pick<ItemProps, 'page'>) {
  const provider = page.classification_source && toSourceName(page.classification_source);
  return (
    <Figure
      text={`${formatCount(page.confidence)} of 100, by ${provider ?? 'an unknown source'}`}
      reading={{ checkedAt: page.last_classified_at, provider, costUsd: page.cost_usd }}
    />
  );
}

function Judge({ page, dimension, labels, onSaid }: Omit<ItemProps, 'said'>) {
  const present = page[dimension];
  const [chosen, setChosen] = useState(present);
  const rules = useAnswer(postAdminClassifierClassifyRules, { body: { urls: [page.url], skip_fetch: true } });
  const verdict = rules.data?.results[0]?.verdicts[dimension];
  /** Enabled once the verdict is loaded, so that a key keeps its meaning. */
  const choices = rules.isPending ? [] : toChoices({ present, likely: [verdict?.label, verdict?.second_best?.label], all: labels });
  const correction = useCorrection({ entities: [{ url_id: page.id }], dimension, onSaid });
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => accept.current?.focus({ preventScroll: true }), [chosen]);
  useShortcuts(choices.map((label, index) => ({ keys: String(index + 1), label: toWords(label), run: () => setChosen(label) })));
  return (
    <Section title={`What is its ${toWords(dimension)}?`}>
      <Stack>
        <Group gap="xs">
          {present !== null && <Choice label={present} keys="as it is" isChosen={chosen === present} onChoose={setChosen} />}
          {choices.map((label, index) => (
            <Choice key={label} label={label} keys={String(index + 1)} isChosen={chosen === label} onChoose={setChosen} />
          ))}
        </Group>
        <Select
          size="xs"
          w={240}
          aria-label="Another label"
          placeholder="Another label"
          data={labels.map((label) => ({ value: label, label: toWords(label) }))}
          value={chosen !== present && chosen !== null && !choices.includes(chosen) ? chosen : null}
          onChange={(label) => label !== null && setChosen(label)}
        />
        {correction.error && <ErrorNote error={correction.error} />}
        <Group>
          <Button
            ref={accept}
            disabled={chosen === null}
            loading={correction.isPending}
            onClick={() => chosen !== null && correction.mutate(chosen)}
          >
            {chosen === null ? 'Choose a label' : chosen === present ? 'It is right' : `It is ${toWords(chosen)}`} (Enter)
          </Button>
        </Group>
        <Answered answer={rules} height={120}>
          {() => <Evidence verdict={verdict} />}
        </Answered>
      </Stack>
    </Section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly keys: string;
  readonly isChosen: boolean;
  readonly onChoose: (label: string) => void;
}

function Choice({ label, keys, isChosen, onChoose }: ChoiceProps) {
  return (
    <Button
      size="xs"
      variant={isChosen ? 'filled' : 'default'}
      aria-pressed={isChosen}
      rightSection={<Text size="xs">{keys}</Text>}
      onClick={() => onChoose(label)}
    >
      {toWords(label)}
    </Button>
  );
}

interface EvidenceProps {
  readonly verdict:
    | { readonly label: string; readonly confidence: number; readonly stage: string; readonly evidence: readonly string[] }
    | undefined;
}

/** Verdict of rules and shipped models on the address: free, and without reading the page. */
function Evidence({ verdict }: EvidenceProps) {
  if (!verdict) return <Text size="sm">Rules and the built-in models have no opinion on this page.</Text>;
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Text size="sm">Rules and the built-in models say</Text>
        <Badge variant="outline">{toWords(verdict.label)}</Badge>
        <Text size="sm">
          {formatCount(verdict.confidence)} of 100, by {toWords(verdict.stage)}
        </Text>
      </Group>
      <List size="sm">
        {verdict.evidence.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}
