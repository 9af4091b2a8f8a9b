import { Button, FileButton, Group, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { formatPlural } from '../../data/format.ts';
import { useDraft } from './draft.ts';
import { parseKeywords } from './keyword-list.ts';
import { RankedSuggestions } from './ranked-suggestions.tsx';
import { StepFoot, useGoOn } from './step-foot.tsx';

/** What people type who should find the site: pasted, from a file, or from what it already ranks for. */
export function KeywordsStep({ projectId }: { readonly projectId: string }) {
  const { text, setText } = useDraft(projectId);
  const goOn = useGoOn('keywords');
  const keywords = parseKeywords(text);
  const add = (more: readonly string[]): void => setText(parseKeywords([...keywords, ...more].join('\n')).join('\n'));
  const readFile = async (file: File | null): Promise<void> => {
    if (file) add(parseKeywords(await file.text()));
  };
  return (
    <Stack>
      <Title order={2}>What should it be found for?</Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="xs">
          <Textarea
            label="Keywords"
            description="One per line"
            placeholder={'invoicing software\nfree invoice template'}
            autosize
            minRows={10}
            maxRows={20}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group justify="space-between">
            <Text size="sm" role="status">
              {formatPlural(keywords.length, 'keyword')}
            </Text>
            <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void readFile(file)}>
              {(props) => (
                <Button {...props} size="xs" variant="default">
                  From a file
                </Button>
              )}
            </FileButton>
          </Group>
        </Stack>
        <RankedSuggestions projectId={projectId} chosen={keywords} onAdd={add} />
      </SimpleGrid>
      <StepFoot step="keywords">
        <Button onClick={goOn} disabled={keywords.length === 0}>
          Continue
        </Button>
      </StepFoot>
    </Stack>
  );
}
