/** The fields of a job's configuration, by the type of the job. */

export interface ConfigField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'choice' | 'list';
  readonly choices?: readonly string[];
}

const CRAWL: readonly ConfigField[] = [
  { name: 'platform', label: 'Store', kind: 'choice', choices: ['store_a', 'store_b'] },
  { name: 'device', label: 'Device', kind: 'choice', choices: ['phone', 'tablet', 'iphone', 'ipad'] },
  { name: 'storefront', label: 'Country of the store', kind: 'text' },
  { name: 'limit', label: 'Apps per category', kind: 'number' },
  { name: 'related_app_depth', label: 'Depth of similar apps', kind: 'choice', choices: ['0', '1', '2'] },
  { name: 'chart_types', label: 'Charts, one per line', kind: 'list' },
  { name: 'category_ids', label: 'Categories, one per line; all when empty', kind: 'list' },
];

const BY_TYPE: Readonly<Record<string, readonly ConfigField[]>> = {
  admin_catalog_refresh: CRAWL,
  customer_app_tracking: CRAWL.slice(0, 1),
  subscription_dispatch: [{ name: 'project_id', label: 'Only this project', kind: 'text' }],
  backlink_snapshots: [],
};

export function listConfigFields(type: string): readonly ConfigField[] {
  return BY_TYPE[type] ?? CRAWL;
}

/** A value of the configuration as it is shown in its field. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/**
 * The changes that the texts of a form make; null takes a value away.
 * @param texts by name of the field
 */
export function toConfigChanges(
  fields: readonly ConfigField[],
  config: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const changed = fields.filter(({ name }) => texts[name] !== undefined && texts[name] !== toText(config[name]));
  return Object.fromEntries(changed.map((field) => [field.name, toValue(field, texts[field.name] ?? '')]));
}

function toValue({ kind, choices }: ConfigField, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (kind === 'list')
    return trimmed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const isNumber = kind === 'number' || choices?.every((choice) => /^\d+$/u.test(choice)) === true;
  return isNumber && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}
