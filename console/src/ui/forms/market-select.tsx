import { getLanguages, getLocations, type Location } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { toLanguageChoices } from '#data/names.ts';
import { FieldButton } from './field-button.tsx';
import { FirstClick } from '../actions/first-click.tsx';
import { later } from '../states/later.tsx';
import { Select } from './select.tsx';

interface MarketSelectProps<Value> {
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly disabled?: boolean;
  readonly size?: string;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly isBare?: boolean;
}

const LocationSearch = later(async () => (await import('./location-search.tsx')).LocationSearch);

export function toLocationName({ name, type }: Location): string {
  return type === 'country' ? name : `${name} (${type})`;
}

/** A place that keywords are asked in. Its first click loads what finds places by their names. */
export function LocationSelect({ value, onChange, isBare = false, placeholder = 'United States', ...field }: MarketSelectProps<number>) {
  const { data } = useAnswer(getLocations, { query: { location_codes: [value ?? 0] } }, { isWanted: value !== undefined });
  const chosen = value === undefined ? undefined : data?.locations.find(({ location_code: code }) => code === value);
  const name = chosen && toLocationName(chosen);
  const look = { ...field, ...(!isBare && { label: 'Place', description: 'Where searches are made' }) };
  const button = <FieldButton {...look} aria-label={`Place: ${name ?? placeholder}`} text={name} placeholder={placeholder} />;
  return (
    <FirstClick opens="listbox" button={button}>
      {() => <LocationSearch {...look} aria-label="Place" placeholder={placeholder} chosen={chosen} onChoose={onChange} />}
    </FirstClick>
  );
}

/** A language that keywords are asked in. */
export function LanguageSelect({ value, onChange, isBare = false, placeholder = 'English', ...field }: MarketSelectProps<string>) {
  const languages = useAnswer(getLanguages, {}).data?.languages ?? [];
  return (
    <Select
      {...field}
      {...(isBare ? { 'aria-label': 'Language' } : { label: 'Language', description: 'In which searches are made' })}
      clearable
      placeholder={placeholder}
      data={toLanguageChoices(languages)}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
