import { Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ResearchEnrichment } from '#client';
import { formatCount } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import { Section } from '#ui/layout/section.tsx';
import { listCategories, type Confirmation } from './confirmation.ts';
import { KeywordsMax } from '../keywords-max.tsx';
import { toBusinessName, toCategoryPath } from '../words.ts';

interface PaneProps {
  readonly enrichment: ResearchEnrichment;
  readonly confirmation: Confirmation;
  readonly change: (changes: Partial<Confirmation>) => void;
}

const NAMES_MAX = 20;
const WORDS_MAX = 20;
const PLACES_MAX = 5;
const SEEDS_MAX = 200;

/** What kind of business it is. */
export function BusinessPane({ enrichment, confirmation, change }: PaneProps) {
  return (
    <Section title="Business">
      <Stack>
        <Facts
          facts={[
            ['Type', `${toBusinessName(enrichment.business_type)}, ${formatShare(enrichment.business_type_confidence)} sure`],
            ['Determined by', enrichment.by.map((one) => (one === 'llm' ? 'language model' : one)).join(', ')],
          ]}
        />
        <Textarea
          label="What it is about"
          description="Correct it if it is wrong: keywords are rated by it"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={confirmation.focus}
          onChange={({ currentTarget: { value } }) => change({ focus: value })}
        />
        <WordsInput
          label="Names of brands, products, and apps"
          description="Keywords that contain one count as brand keywords"
          wordsMax={NAMES_MAX}
          value={[...confirmation.appNames]}
          onChange={(appNames) => change({ appNames })}
        />
        {enrichment.notes.map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

/** Which categories it belongs to, and how sure that is. */
export function CategoriesPane({ enrichment, confirmation, change }: PaneProps) {
  return (
    <Section title="Categories">
      <Stack>
        <Checkbox.Group
          label="Pick what fits"
          value={confirmation.categoryIds.map(String)}
          onChange={(ids) => change({ categoryIds: ids.map(Number) })}
        >
          <Stack gap="xs" mt="xs">
            {listCategories(enrichment).map(({ id, name, path, confidence, expected_keywords: expected }) => (
              <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
                <Checkbox miw={0} value={String(id)} label={name} description={toCategoryPath(path)} />
                <Text size="sm" ta="right">
                  {formatShare(confidence)} sure
                  <br />
                  {formatExpected(expected)}
                </Text>
              </Group>
            ))}
          </Stack>
        </Checkbox.Group>
        <WordsInput
          label="Others, in your own words"
          description="Press Enter to add"
          wordsMax={WORDS_MAX}
          value={[...confirmation.words]}
          onChange={(words) => change({ words })}
        />
      </Stack>
    </Section>
  );
}

/** What the harvest begins with, where, and how far it goes. */
export function SeedsPane({ enrichment, confirmation, change }: PaneProps) {
  const { seed_keywords: found } = enrichment;
  const { seeds, locations, language, keywordsMax } = confirmation;
  const places = locations.length < PLACES_MAX ? [...locations, undefined] : locations;
  return (
    <Section title="Seeds">
      <Stack>
        <WordsInput
          label="Seed keywords"
          description={
            found.length === 0
              ? 'The website gave no seeds: its categories are taken. Enter adds one.'
              : 'Found on the website: take out what does not fit. Enter adds one.'
          }
          wordsMax={SEEDS_MAX}
          value={[...seeds]}
          onChange={(next) => change({ seeds: next })}
        />
        {places.map((code, at) => (
          <LocationSelect
            key={code ?? 'next'}
            value={code}
            placeholder={locations.length === 0 ? 'Location of the run' : 'Add a location'}
            isBare={at > 0}
            onChange={(next) => change({ locations: toPlaces(locations, at, next) })}
          />
        ))}
        <LanguageSelect value={language} onChange={(next) => change({ language: next })} placeholder="Same as the site" />
        <KeywordsMax value={keywordsMax} onChange={(next) => change({ keywordsMax: next })} />
      </Stack>
    </Section>
  );
}

/** The places with the one at `at` replaced, added, or taken out; each once. */
function toPlaces(locations: readonly number[], at: number, next: number | undefined): number[] {
  const changed = next === undefined ? locations.toSpliced(at, 1) : locations.toSpliced(at, 1, next);
  return [...new Set(changed)];
}

/** About how many keywords a category adds, by what the provider knows the website to rank for. */
function formatExpected(expected: number | null): string {
  if (expected === null) return 'keywords unknown';
  return expected === 0 ? 'no keywords of its own' : `${formatCount(expected)} ${expected === 1 ? 'keyword' : 'keywords'}`;
}
