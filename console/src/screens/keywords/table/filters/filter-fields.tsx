import { toWords } from '#data/words.ts';
import { Checkbox, Group, MultiSelect, NumberInput, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { toEngineName } from '#data/names.ts';
import { Select } from '#ui/forms/select.tsx';
import { OVERVIEW_IDS, toOverviewWords } from '../../overview-words.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { MOVED, RANGE_FIELDS, type KeywordFilters } from './filters.ts';
import { changeCompetitorRange, findCompetitorRange, parseRange } from './ranges.ts';

interface FilterFieldsProps extends FilterPanelProps {
  readonly button: ReactElement;
  readonly onClose: () => void;
}

/** What the table can be filtered by, beside its text; open from the start, because a click has loaded it. */
export function FilterFields({ button, onClose, ...props }: FilterFieldsProps) {
  // Escape closes the list of a field first.
  const [isListOpen, setListOpen] = useState(false);
  return (
    <Popover position="bottom-start" trapFocus withinPortal defaultOpened closeOnEscape={!isListOpen} onClose={onClose}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Filters" mah="70vh" style={{ overflowY: 'auto' }}>
        <Fields {...props} onList={setListOpen} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ keywords, filters, onChange, onList }: FilterPanelProps & { readonly onList: (isOpen: boolean) => void }) {
  const { lists } = keywords.answer;
  const choices = [
    { name: 'tag', label: 'Tag', data: keywords.tags.map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'intent', label: 'Intent', data: lists.intent },
    { name: 'journey', label: 'Journey', data: lists.journey },
    { name: 'modifier', label: 'Modifiers', data: lists.modifier.map((value) => ({ value, label: toWords(value) })) },
    { name: 'feature', label: 'SERP features', data: lists.feature.map((value) => ({ value, label: toWords(value) })) },
    { name: 'overview', label: 'AI Overview', data: OVERVIEW_IDS.map((value) => ({ value, label: toOverviewWords(value) })) },
    { name: 'engine', label: 'Engine', data: lists.engine.map((value) => ({ value, label: toEngineName(value) })) },
    { name: 'interval', label: 'Interval', data: lists.check_interval },
  ] as const;
  return (
    <Stack gap="xs" w={340}>
      {RANGE_FIELDS.map(({ name, label }) => (
        <RangeField key={name} label={label} value={filters[name]} onChange={(value) => onChange({ [name]: value })} />
      ))}
      <CompetitorRange {...{ keywords, filters, onChange }} />
      <Select
        size="xs"
        label="Moved"
        clearable
        data={[...MOVED]}
        value={filters.moved ?? null}
        onChange={(value) => onChange({ moved: (value ?? undefined) as KeywordFilters['moved'] })}
      />
      {choices.map(({ name, label, data }) => (
        <MultiSelect
          key={name}
          size="xs"
          label={label}
          data={[...data]}
          value={filters[name] ?? []}
          disabled={data.length === 0}
          onChange={(values) => onChange({ [name]: values.length > 0 ? values : undefined })}
          comboboxProps={{ withinPortal: false }}
          onDropdownOpen={() => onList(true)}
          onDropdownClose={() => onList(false)}
          clearable
        />
      ))}
      <TextInput
        size="xs"
        label="Page contains"
        value={filters.page ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ page: value || undefined })}
      />
      <Select
        size="xs"
        label="Brands"
        clearable
        data={BRANDS}
        value={toBrandChoice(filters)}
        onChange={(value) => onChange(BRAND_FILTERS[value ?? ''] ?? { branded: undefined, mention: undefined })}
      />
      <Checkbox
        size="xs"
        label="Starred"
        checked={filters.starred ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ starred: checked || undefined })}
      />
      <Checkbox
        size="xs"
        label="A page other than the target ranks"
        checked={filters.wrongPage ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ wrongPage: checked || undefined })}
      />
    </Stack>
  );
}

const BRANDS = [
  { value: 'own', label: 'Own brand' },
  { value: 'another', label: 'Another brand' },
  { value: 'any', label: 'Any brand' },
  { value: 'none', label: 'No brand' },
];

/** Own brands and known ones are two filters; a person chooses one of what they say together. */
const BRAND_FILTERS: Readonly<Record<string, Pick<KeywordFilters, 'branded' | 'mention'>>> = {
  own: { branded: true, mention: undefined },
  another: { branded: false, mention: true },
  any: { branded: undefined, mention: true },
  none: { branded: undefined, mention: false },
};

function toBrandChoice({ branded, mention }: KeywordFilters): string | null {
  if (branded === true) return 'own';
  if (mention === true) return branded === false ? 'another' : 'any';
  return mention === false || branded === false ? 'none' : null;
}

/** Where a competitor stands, while the table shows them. */
function CompetitorRange({ keywords: { competitors = [] }, filters: { vs }, onChange }: FilterPanelProps) {
  const domains = competitors.map(({ domain }) => domain);
  const [chosen, setChosen] = useState(domains.find((domain) => findCompetitorRange(vs, domain) !== undefined) ?? domains[0]);
  if (chosen === undefined) return null;
  return (
    <>
      <Select size="xs" label="Competitor" data={domains} value={chosen} onChange={(domain) => domain !== null && setChosen(domain)} />
      <RangeField
        label="Its position"
        value={findCompetitorRange(vs, chosen)}
        onChange={(range) => onChange({ vs: changeCompetitorRange(vs, chosen, range) })}
      />
    </>
  );
}

interface RangeFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function RangeField({ label, value, onChange }: RangeFieldProps) {
  const [from = -Infinity, to = Infinity] = parseRange(value) ?? [];
  const toText = (bound: number | bigint | string): string => (bound === '' || !Number.isFinite(Number(bound)) ? '' : String(bound));
  const set = (low: number | bigint | string, high: number | bigint | string): void => {
    const text = `${toText(low)}..${toText(high)}`;
    onChange(text === '..' ? undefined : text);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="xs" w={90}>
        {label}
      </Text>
      <NumberInput
        size="xs"
        hideControls
        placeholder="from"
        aria-label={`${label} from`}
        value={toText(from)}
        onChange={(low) => set(low, to)}
      />
      <NumberInput
        size="xs"
        hideControls
        placeholder="to"
        aria-label={`${label} to`}
        value={toText(to)}
        onChange={(high) => set(from, high)}
      />
    </Group>
  );
}
