import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Select } from '#ui/forms/select.tsx';
import { SaveAsExport } from './save-as-export.tsx';
import { COMPARISONS, keywordsSearch } from './search.ts';

/** Choices above the table: keep it as an export, and what changes are counted from. */
export function TableChoices() {
  const { rights } = useSession();
  const { search, setSearch } = useScreenSearch(keywordsSearch);
  return (
    <>
      {rights.has('edit') && rights.has('export') && <SaveAsExport />}
      <Select
        size="xs"
        w={230}
        aria-label="Change"
        data={COMPARISONS.map(({ value, label }) => ({ value, label: `Change ${label}` }))}
        value={search.since ?? 'check'}
        onChange={(since) => setSearch({ since: since === 'check' ? undefined : (since as typeof search.since) })}
      />
    </>
  );
}
