import { Button, Checkbox, Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import { Select } from '#ui/forms/select.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import type { BrandDraft } from './drafts.ts';

const ROLES = [
  { value: 'own', label: 'Own' },
  { value: 'competitor', label: 'Competitor' },
] as const;

interface BrandFieldsProps {
  readonly draft: BrandDraft;
  readonly onChange: (draft: BrandDraft) => void;
  /** Undefined: it is the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** One brand: by which names it is found in answers, and which sites are its own. */
export function BrandFields({ draft, onChange, onRemove }: BrandFieldsProps) {
  const change = (some: Partial<BrandDraft>): void => onChange({ ...draft, ...some });
  const { name, role, aliases, excluded, domains, is_generic: isGeneric } = draft;
  const legend = name === '' ? 'New brand' : name;
  return (
    <Fieldset legend={<bdi>{legend}</bdi>}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Name" value={name} required onChange={({ currentTarget }) => change({ name: currentTarget.value })} />
        <Select label="Whose" data={ROLES} value={role} onChange={(value) => value !== null && change({ role: value })} />
        <WordsInput
          label="Other names"
          description="By which people know it too."
          value={aliases}
          onChange={(words) => change({ aliases: words })}
        />
        <WordsInput
          label="Sites"
          description="Citing one of them is citing the brand."
          value={domains}
          onChange={(words) => change({ domains: words })}
        />
        <WordsInput
          label="Left out"
          description="Longer names that hold this one and mean another."
          value={excluded}
          onChange={(words) => change({ excluded: words })}
        />
        <Checkbox
          label="Its name is a common word too"
          description="Then it counts only with a second witness: its site, or the provider."
          checked={isGeneric}
          onChange={({ currentTarget }) => change({ is_generic: currentTarget.checked })}
        />
      </SimpleGrid>
      {onRemove && (
        <Button mt="sm" size="xs" variant="default" onClick={onRemove} aria-label={`Remove ${legend}`}>
          Remove
        </Button>
      )}
    </Fieldset>
  );
}
