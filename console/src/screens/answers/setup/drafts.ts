import type { AnswerBrand, Asset } from '#client';

/** A brand while it is written. */
export interface BrandDraft extends Omit<AnswerBrand, 'id' | 'created_at'> {
  /** Undefined: it is new. */
  readonly id: string | undefined;
  /** Stays while the form is open. */
  readonly key: string;
}

let made = 0;

export function newDraft(given: Partial<BrandDraft> = {}): BrandDraft {
  made += 1;
  return {
    id: undefined,
    key: `draft-${made}`,
    name: '',
    aliases: [],
    excluded: [],
    domains: [],
    role: 'own',
    is_generic: false,
    ...given,
  };
}

/** The brands as they are; before there are any, those of the project's websites. */
export function toDrafts(brands: readonly AnswerBrand[], assets: readonly Pick<Asset, 'type' | 'name' | 'value' | 'role'>[]): BrandDraft[] {
  if (brands.length > 0) return brands.map(({ created_at: _at, ...brand }) => ({ ...brand, key: brand.id }));
  const websites = assets.filter(({ type }) => type === 'website');
  if (websites.length === 0) return [newDraft()];
  return websites.map(({ name, value, role }) =>
    newDraft({ name: name || value, domains: [value], role: role === 'primary' ? 'own' : 'competitor' }),
  );
}

/** As the service takes a brand. */
export function toBrandBody({ key: _key, id, ...brand }: BrandDraft) {
  return { ...(id !== undefined && { id }), ...brand, name: brand.name.trim() };
}
