import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { getAssets } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import type { Problems } from '#data/answers/problems.ts';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { Select } from '#ui/forms/select.tsx';
import type { ImportMapping, MappingChanges } from './mapping-step.tsx';

const ASSETS_MAX = 200;
const PLACES_MAX = 1_000;
const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
] as const;
const ORDERS = [
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'ymd', label: 'Year, month, day' },
] as const;
const SCALES = [
  { value: 'organic', label: 'Organic results' },
  { value: 'page', label: 'Everything on the page' },
  { value: 'unknown', label: 'Not known' },
] as const;

interface SaidFieldsProps {
  readonly projectId: string;
  /** Fields that only the reader can fill. */
  readonly questions: readonly string[];
  readonly mapping: ImportMapping;
  readonly problems: Problems;
  readonly onChange: (changes: MappingChanges) => void;
}

/** Fields for what the file does not say of its points. */
export function SaidFields({ projectId, questions, mapping, problems, onChange: change }: SaidFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <SiteSelect projectId={projectId} value={mapping.domain} onChange={(domain) => change({ domain })} />
      <LocationSelect value={mapping.location_code} onChange={(code) => change({ location_code: code })} />
      <LanguageSelect value={mapping.language_code} onChange={(code) => change({ language_code: code })} />
      <Select
        label="Device"
        description="Of keywords without one"
        clearable
        data={DEVICES}
        value={mapping.device ?? null}
        onChange={(device) => change({ device: device ?? undefined })}
      />
      {(questions.includes('date_order') || mapping.date_order !== undefined) && (
        <Select
          label="Dates like 03/04/2026"
          description="What stands first"
          data={ORDERS}
          value={mapping.date_order ?? null}
          onChange={(order) => change({ date_order: order ?? undefined })}
        />
      )}
      {questions.includes('time_zone') && (
        <Select
          label="Time zone"
          description="Where the days of the other program begin"
          data={['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]}
          value={mapping.time_zone ?? null}
          onChange={(zone) => change({ time_zone: zone ?? undefined })}
        />
      )}
      {questions.includes('day') && (
        <TextInput
          type="date"
          label="Day"
          description="The file names none"
          value={mapping.day ?? ''}
          error={problems.of('day')}
          onChange={({ currentTarget: { value: day } }) => change({ day: day === '' ? undefined : day })}
        />
      )}
      <NumberInput
        label="Depth"
        description="To which place the other program read, if you know it"
        min={1}
        max={PLACES_MAX}
        value={mapping.depth ?? ''}
        error={problems.of('depth')}
        onChange={(depth) => change({ depth: typeof depth === 'number' ? depth : undefined })}
      />
      <Select
        label="Positions count"
        description="Where the file does not say it"
        data={SCALES}
        value={mapping.scale ?? 'unknown'}
        onChange={(scale) => change({ scale: scale ?? undefined })}
      />
    </SimpleGrid>
  );
}

interface SiteSelectProps {
  readonly projectId: string;
  readonly value: string | undefined;
  readonly onChange: (domain: string | undefined) => void;
}

/** The project's website that positions without one are of. */
function SiteSelect({ projectId, value, onChange }: SiteSelectProps) {
  const { data } = useAnswer(getAssets, { query: { project_id: projectId, limit: ASSETS_MAX } });
  const sites = (data?.assets ?? []).flatMap((asset) => (asset.type === 'website' ? [asset.value] : []));
  return (
    <Select
      label="Website"
      description="Of positions without one"
      clearable
      data={[...new Set(value === undefined ? sites : [value, ...sites])]}
      value={value ?? null}
      onChange={(domain) => onChange(domain ?? undefined)}
    />
  );
}
