import { useScreenSearch } from '#app/use-screen-search.ts';
import { Select } from '#ui/forms/select.tsx';
import { COMPARISONS, keywordsSearch } from './search.ts';

/** What changes are counted from. */
export function TableChoices() {
  const { search, setSearch } = useScreenSearch(keywordsSearch);
  return (
    <Select
      size="xs"
      w={230}
      aria-label="Change"
      data={COMPARISONS.map(({ value, label }) => ({ value, label: `Change ${label}` }))}
      value={search.since ?? 'check'}
      onChange={(since) => setSearch({ since: since === 'check' ? undefined : (since as typeof search.since) })}
    />
  );
}
