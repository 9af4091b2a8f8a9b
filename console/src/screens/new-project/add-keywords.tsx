import { Card, SimpleGrid, Stack, Button, Group, Pill, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useProject, useProjectId } from '#app/project.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { readMemory, writeMemory } from '#data/memory.ts';
import type { Keywords } from '../keywords/table/keywords.ts';
import { useAllKeywords } from '../keywords/table/use-keywords.ts';
import { KeywordText } from './keyword-text.tsx';
import { keepFirst, parseKeywords } from './keyword-list.ts';
import { PriceAndStart } from './price-and-start.tsx';
import { RankedSuggestions } from './ranked-suggestions.tsx';
import { StepList } from './step-list.tsx';
import { formatPlural } from '#data/format.ts';
import { Fold } from '#ui/layout/fold.tsx';
import { describeProblem, readDomains } from '../domains/read-domains.ts';
import { SuggestedRivals } from '../keywords/rivals/suggested-rivals.tsx';
import { useRivals } from '../keywords/rivals/use-rivals.ts';
import { isolate } from '#data/isolate.ts';

/** Adds keywords to the project of the address; of a new project it is the second of two steps. */
export function View() {
  const projectId = useProjectId();
  const project = useProject(projectId);
  const keywords = useAllKeywords();
  const name = project.data?.project.name;
  const isFirst = keywords.data?.count === 0;
  return (
    <>
      <PageHeader
        title={name === undefined ? 'Add keywords' : isFirst ? `Keywords for ${isolate(name)}` : `Add keywords to ${isolate(name)}`}
        lead="What people search for when they should find this site. You see the price before anything is checked."
      />
      <Answered answer={keywords} height={480}>
        {(tracked) => (
          <Stack maw={1040}>
            {isFirst && <StepList shown="keywords" />}
            <Form key={projectId} projectId={projectId} tracked={tracked} />
          </Stack>
        )}
      </Answered>
    </>
  );
}

function Form({ projectId, tracked }: { readonly projectId: string; readonly tracked: Keywords }) {
  const { text, setText } = useDraft(projectId);
  const known = useMemo(() => toTexts(tracked), [tracked]);
  const keywords = parseKeywords(text);
  const add = (more: readonly string[]): void => setText(keepFirst([...keywords, ...more]).join('\n'));
  return (
    <Card withBorder padding="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          <KeywordText text={text} setText={setText} known={keywords.filter((keyword) => known.has(keyword.toLowerCase())).length} />
          <Competitors projectId={projectId} />
          <PriceAndStart projectId={projectId} keywords={keywords} onDone={() => setText('')} />
        </Stack>
        <RankedSuggestions projectId={projectId} chosen={keywords} tracked={known} onAdd={add} />
      </SimpleGrid>
    </Card>
  );
}

/** Keywords that are tracked in any market or on any device, in small letters. */
function toTexts({ columns }: Keywords): ReadonlySet<string> {
  return new Set(columns.keyword.map((keyword) => keyword.toLowerCase()));
}

/** The keywords that are typed for a project and not yet tracked; this browser keeps them while the steps are open. */
function useDraft(projectId: string): { readonly text: string; readonly setText: (text: string) => void } {
  const name = `draft.${projectId}`;
  const [text, setText] = useState(() => readMemory(name) ?? '');
  return {
    text,
    setText: (next) => {
      writeMemory(name, next === '' ? undefined : next);
      setText(next);
    },
  };
}

/** Whom the project is compared with: those it has, those it meets on its result pages, and any other. */
function Competitors({ projectId }: { readonly projectId: string }) {
  const { rivals, add } = useRivals(projectId);
  const [typed, setTyped] = useState('');
  const sites = readDomains(typed);
  const problem = sites.length === 0 ? undefined : describeProblem(sites);
  const addTyped = (): void => {
    for (const site of sites) add.mutate(site);
    setTyped('');
  };
  return (
    <Fold label="Competitors" summary={rivals.length === 0 ? 'none yet' : rivals.join(', ')}>
      <Stack gap="xs">
        {add.error && <ErrorNote error={add.error} />}
        {rivals.length > 0 && (
          <Pill.Group aria-label={formatPlural(rivals.length, 'competitor')}>
            {rivals.map((rival) => (
              <Pill key={rival}>{rival}</Pill>
            ))}
          </Pill.Group>
        )}
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Website of a competitor"
            placeholder="other.example"
            value={typed}
            error={problem}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button variant="default" disabled={sites.length === 0 || problem !== undefined} loading={add.isPending} onClick={addTyped}>
            Add
          </Button>
        </Group>
        <SuggestedRivals projectId={projectId} />
        <Text size="sm" c="dimmed">
          Competitors cost nothing extra: your keyword checks find them too. After the first checks, sites that rank next to you are
          suggested.
        </Text>
      </Stack>
    </Fold>
  );
}
