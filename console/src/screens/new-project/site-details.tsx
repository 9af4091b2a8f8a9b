import { SimpleGrid, TextInput } from '@mantine/core';
import { getLocations } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { toLanguageName } from '#data/names.ts';
import { Fold } from '#ui/layout/fold.tsx';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { Select } from '#ui/forms/select.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import type { Details } from './site-form.tsx';
import type { Preview } from './use-site-preview.ts';

interface SiteDetailsProps {
  readonly preview: Preview;
  readonly details: Details;
  readonly onChange: (details: Details) => void;
}

/** Name, market and competitors of a new project: in one line as they follow from the address, and unfolded to be changed. */
export function SiteDetails({ preview, details, onChange }: SiteDetailsProps) {
  const { organizations } = useSession().me;
  const location = details.location ?? preview.location_code;
  const language = details.language ?? preview.language_code;
  const places = useAnswer(getLocations, { query: { location_codes: [location] } }).data?.locations;
  const place = places?.find(({ location_code: code }) => code === location)?.name ?? `location ${location}`;
  const { competitors } = details;
  const change = (changes: Partial<Details>): void => onChange({ ...details, ...changes });
  const summary = [
    details.name ?? preview.name,
    place,
    toLanguageName(language),
    ...(competitors.length > 0 ? [`against ${competitors.join(', ')}`] : []),
  ].join(' · ');
  return (
    <Fold label="Name, market and competitors" summary={summary}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          description="Name of the site or the client"
          value={details.name ?? preview.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        {organizations.length > 1 && (
          <Select
            label="Organization"
            description="Who owns the project"
            data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={details.organization ?? organizations[0]?.id ?? null}
            onChange={(organization) => change({ organization: organization ?? undefined })}
          />
        )}
        <LocationSelect value={location} onChange={(next) => change({ location: next })} />
        <LanguageSelect value={language} onChange={(next) => change({ language: next })} />
      </SimpleGrid>
      <WordsInput
        label="Competitors' websites"
        description="They cost nothing extra: your keyword checks find them too. Press Enter to add."
        placeholder="other.example"
        value={[...competitors]}
        onChange={(next) => change({ competitors: next })}
      />
    </Fold>
  );
}
