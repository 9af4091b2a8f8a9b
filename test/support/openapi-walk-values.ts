import fc from 'fast-check';
import { DAY_MS } from '#kernel/durations.ts';
import { groupingIdOf, listCollected, listHubs } from '../../sandbox/stores/pages/editorial.ts';
import { LABEL_FIELDS } from './openapi-walk-labels.ts';
import type { JsonSchema } from './openapi-walk.ts';
import { ANSWER_VALUES } from './walked-answer.ts';
import { EXPORT_VALUES } from './walked-export-values.ts';

/**
 * From JSON Schema to arbitrary values. What a schema cannot say, `KNOWN` adds: that a text is the name of a host, or the id of a thing that
 * exists. Ids stand as `§name§` and are filled in when the request is sent, so that a seed gives the same requests whatever ids a run has made.
 */

const LONGEST_TEXT = 40;
const MOST_ITEMS = 3;
const INTEGER_MAX = 2_147_483_647;

const HOSTS = ['example.com', 'https://www.example.org/a?b=1', 'EXAMPLE.NET', 'bücher.example.com', 'sub.example.co.uk'];
/** Mostly one that is known. */
const DOMAINS = ['example.com', 'https://www.example.com/a?b=1', 'EXAMPLE.com.', 'bücher.example.com'];
const STORE_A_ID = '284882215';
const STORE_B_ID = 'com.example.app';
/** An editorial page of the sandbox, and one below it that it has now. */
const HUBS = listHubs('apps').slice(0, 1);
const [HUB_ID] = HUBS.map(groupingIdOf);
const [ROOM_ID] = HUBS.flatMap((hub) => listCollected('room', hub, Math.floor(Date.now() / DAY_MS))).map(({ id }) => id);
/** Of the share of the first project that is walked over. */
export const WALKED_TOKEN = 'slp_walked000000000000';
const MOMENTS = ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.123+02:00', '2030-12-31T23:59:59Z'];

/** By name of the field; `<form>.<field>` or `<operation> <field>` where several use one name for different things. */
const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(LABEL_FIELDS),
  email: ['ada@example.com'],
  project_id: ['§project_id§'],
  project_ids: [['§project_id§'], []],
  asset_id: ['§asset_id§'],
  list_id: ['§list_id§'],
  view_id: ['§view_id§'],
  annotation_id: ['§annotation_id§'],
  share_id: ['§share_id§'],
  digest_id: ['§digest_id§'],
  rule_id: ['§rule_id§'],
  alert_id: ['§alert_id§'],
  mute_id: ['§mute_id§'],
  ids: [['§alert_id§']],
  until: [new Date(Date.now() + 30 * 86_400_000).toISOString()],
  scope: [{ kind: 'project', project_ids: ['§project_id§'] }],
  at: ['07:00'],
  every: ['day'],
  weekday: [null],
  day_of_month: [null],
  recipients: [{ addresses: ['ada@example.com'] }],
  brand: [null, { name: 'Acme', color: '#0a5c36' }],
  import_id: ['§import_id§'],
  ...ANSWER_VALUES,
  'POST /api/imports/{import_id}/track import_id': ['§committed_import_id§'],
  template_id: ['§template_id§'],
  connection_id: ['§connection_id§'],
  'service_account.connection_id': ['§key_connection_id§'],
  'service_account.key': ['§service_account_key§'],
  property_id: ['§property_id§'],
  'GET /api/search-console/callback state': ['§search_console_state§'],
  'GET /api/search-console/callback error': ['access_denied'],
  ...EXPORT_VALUES,
  user_id: ['§user_id§'],
  invitation_id: ['§invitation_id§'],
  role: ['editor', 'viewer'],
  provider_id: ['§provider_id§'],
  issuer: ['https://login.example.com/identity/walk'],
  return_to: ['/console/account', '/console/'],
  sections: [['keywords', 'overview']],
  filter: [{}],
  event: ['lost'],
  frame_hosts: [['clients.example.com'], []],
  // It leads to a share once things are made.
  'path.token': [WALKED_TOKEN],
  screen: ['keywords'],
  targets: [['example.org']],
  'POST /api/answers/index targets': [[{ domain: 'example.org' }], [{ keyword: 'running shoes' }]],
  organization_id: ['§organization_id§'],
  org: ['§organization_id§'],
  keyword_id: ['§keyword_id§'],
  keyword_ids: [['§keyword_id§']],
  tag_id: ['§tag_id§'],
  tag_ids: [['§tag_id§'], []],
  add_tag_ids: [['§tag_id§']],
  remove_tag_ids: [['§tag_id§']],
  target_url: ['https://example.com/pricing', null],
  id: ['§id§', 10_001],
  runId: ['§run_id§'],
  type: ['§workflow_type§'],
  workflow_id: ['§workflow_id§'],
  // A paused workflow would be waited for in full.
  wait_ms: [0, 5],
  run_id: ['§run_id§'],
  taskId: ['§task_id§'],
  jobId: ['§job_id§'],
  deliveryId: ['§delivery_id§'],
  channel_id: ['§channel_id§'],
  // Of that channel: a message that was a test.
  delivery_id: ['§channel_delivery_id§'],
  test_id: ['§channel_delivery_id§'],
  until_id: ['§entry_id§'],
  fallback_channel_id: [null],
  // It has no copy yet.
  icon: ['store_a_284882215'],
  document: ['assistants.md'],
  cron_schedule: ['0 3 * * 1', '@daily', null],
  category_ids: [['FINANCE'], ['GAME', 'GAME_WORD']],
  task_id: ['§provider_task_id§'],
  // The first domain that a service knows.
  domain_id: [1],
  url_id: ['§url_id§'],
  'page.entity_id': ['§url_id§'],
  'url.entity_id': ['§url_id§'],
  'domain.entity_id': ['§domain_id§'],
  'keyword.entity_id': ['§keyword_id§'],
  // Corrections as CSV.
  header: ['domain,domain_type', 'Domain;Notes;domain_type'],
  lines: [['example.com,news'], ['']],
  endpoint: ['/v3/serp/google/organic/live/advanced', '/v3/appendix/user_data'],
  'referring_debug.endpoint': ['summary', 'history', '/v3/backlinks/backlinks/live'],
  location_code: [2840, 2276, 2826],
  default_location_code: [2840, 2276],
  language_code: ['en', 'de'],
  default_language_code: ['en', 'de'],
  time_zone: ['UTC', 'Europe/Berlin', 'America/New_York'],
  'website.value': HOSTS,
  'simple_website.url': HOSTS,
  'app_ios.value': [STORE_A_ID],
  'app_ios.app_id': [STORE_A_ID],
  'app_android.value': [STORE_B_ID],
  'app_android.app_id': [STORE_B_ID],
  'simple_app_store_a.app_id': [STORE_A_ID],
  'simple_app_store_b.app_id': [STORE_B_ID],
  'app_store_a.app_id': [STORE_A_ID],
  'app_store_b.app_id': [STORE_B_ID],
  app_id: [STORE_A_ID],
  // One that is known, in this country.
  'path.app_id': [STORE_A_ID],
  grouping_id: [HUB_ID],
  room_id: [ROOM_ID],
  // A hub of either store.
  parent_id: ['walked'],
  category_id: ['36', '6007', 'GAME'],
  storefront: ['us', 'US'],
  country: ['us', 'US'],
  year_week: ['202647'],
  target_domain: HOSTS,
  aliases: [['example.net'], [], null],
  domain: DOMAINS,
  // The first is a site that the sandbox serves.
  url: ['https://invoicenest.com/', 'https://example.com/a', 'https://www.example.org/pricing?b=1'],
  urls: [['https://example.com/a'], ['https://www.example.org/blog/b', 'https://example.com/']],
  target: HOSTS,
  icon_url: ['https://cdn.example.com/icon.png', null],
  locations: [['United States'], [{ location_code: 2840 }], ['Berlin', { location_name: 'Canada' }]],
  confirmed_categories: [['walks'], ['/Apparel', 'walks']],
  // Of a page that a run has read.
  number: [0, 5],
  keyword: ['running shoes', 'Läufer  schuhe', '跑鞋', 'a'],
  keyword_text: ['running shoes', 'coffee near me', '🙂 mug'],
  // Of a queue.
  'path.name': ['general-tasks', 'dead-letter', 'social-scrape'],
  name: ['Shop', ' Shop ', 'Ladenname · ö', '名前'],
};

/** Fields whose value is the id of something that belongs to an organization. */
export const ID_FIELDS: ReadonlySet<string> = new Set(
  Object.entries(KNOWN).flatMap(([name, values]) => (JSON.stringify(values).includes('§') && name !== 'type' ? [name] : [])),
);

/** Optional fields of which a request needs at least one. */
const ONE_OF_SEVERAL: ReadonlySet<string> = new Set(['confirmed_categories', 'app_id']);

/** The first good value of a field, for requests that are to be as plain as they can be. */
export function plainValue(schema: JsonSchema, path: FieldPath): unknown {
  const [first] = fc.sample(toArbitrary(schema, path, { isPlain: true }), { numRuns: 1, seed: 1 });
  return first;
}

/** Where a schema stands: the name of its form and field, and how references in it are followed. */
export interface FieldPath {
  readonly form: string;
  readonly name: string;
  /** Where one operation has values of its own. */
  readonly operation?: string;
  readonly resolve: (schema: JsonSchema) => JsonSchema;
}

interface Options {
  /** Nothing but required and known fields, known values and no surprises. */
  readonly isPlain: boolean;
}

/** Values that a schema allows; mostly those that the service can also work with. */
export function toArbitrary(raw: JsonSchema, at: FieldPath, options: Options = { isPlain: false }): fc.Arbitrary<unknown> {
  const schema = at.resolve(raw);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const known = (KNOWN[`${at.operation ?? ''} ${at.name}`] ?? KNOWN[`${at.form}.${at.name}`] ?? KNOWN[at.name] ?? []).filter((value) =>
    isOfType(value, schema, at),
  );
  if (known.length > 0 && options.isPlain) return fc.constant(known[0]);
  const any = fromType(schema, at, options);
  return known.length === 0 ? any : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any });
}

function isOfType(value: unknown, schema: JsonSchema, at: FieldPath): boolean {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return alternatives.some((part) => isOfType(value, at.resolve(part), at));
  switch (schema['type']) {
    case 'string':
      return typeof value === 'string' && (schema['pattern'] === undefined || new RegExp(schema['pattern'], 'u').test(value));
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'array':
      return (
        Array.isArray(value) && value.every((item) => schema['items'] === undefined || isOfType(item, at.resolve(schema['items']), at))
      );
    case 'null':
      return value === null;
    case 'object':
      return isObject(value) && (schema['properties'] === undefined || Object.keys(value).every((name) => name in schema['properties']));
    default:
      return false;
  }
}

function fromType(schema: JsonSchema, at: FieldPath, options: Options): fc.Arbitrary<unknown> {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((part) => toArbitrary(part, at, options)));
  switch (schema['type']) {
    case 'string':
      return toText(schema);
    case 'integer':
      return fc.integer({ min: schema['minimum'] ?? -INTEGER_MAX, max: schema['maximum'] ?? INTEGER_MAX });
    case 'number':
      return fc.double({ min: schema['minimum'] ?? -1e9, max: schema['maximum'] ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return toList(schema, at, options);
    case 'object':
      return toObject(schema, at, options);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`no values for a schema of type ${schema['type']}`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schemas of which a value matches one; a list of types is written out as such. */
function alternativesOf(schema: JsonSchema): JsonSchema[] | undefined {
  if (Array.isArray(schema['type'])) return schema['type'].map((type: string) => ({ ...schema, type }));
  return schema['anyOf'] ?? schema['oneOf'];
}

function toText(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema['format'] === 'date-time') return fc.constantFrom(...MOMENTS);
  if (schema['format'] === 'date') return fc.constantFrom(...MOMENTS.map((moment) => moment.slice(0, 10)));
  const min: number = schema['minLength'] ?? 0;
  const max: number = schema['maxLength'] ?? LONGEST_TEXT;
  if (schema['pattern'] !== undefined) return fc.stringMatching(new RegExp(schema['pattern'], 'u'), { size: 'small' });
  const short = fc.string({ minLength: min, maxLength: Math.min(max, LONGEST_TEXT), unit: 'grapheme' });
  // As long as it may be, to the character.
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: fc.constant('x'.repeat(max)) });
}

function toList(schema: JsonSchema, at: FieldPath, options: Options): fc.Arbitrary<unknown[]> {
  const min: number = schema['minItems'] ?? 0;
  const maxLength = options.isPlain ? Math.max(min, 1) : Math.min(schema['maxItems'] ?? MOST_ITEMS, min + MOST_ITEMS);
  const items = toArbitrary(schema['items'] ?? {}, { ...at, name: at.name.replace(/s$/u, '') }, options);
  return fc.array(items, { minLength: options.isPlain ? maxLength : min, maxLength });
}

function toObject(schema: JsonSchema, at: FieldPath, options: Options): fc.Arbitrary<Record<string, unknown>> {
  const { properties, additionalProperties } = schema as { properties?: Record<string, JsonSchema>; additionalProperties?: JsonSchema };
  if (properties === undefined && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), toArbitrary(additionalProperties, { ...at, name: '' }, options), {
      maxKeys: MOST_ITEMS,
    });
  const form: string = schema['title'] ?? at.form;
  const required = new Set<string>(schema['required'] ?? []);
  const isPlainField = (name: string): boolean => required.has(name) || ID_FIELDS.has(name) || ONE_OF_SEVERAL.has(name);
  const fields = Object.entries(properties ?? {}).filter(([name]) => !options.isPlain || isPlainField(name));
  const values = fields.map(([name, field]) => [name, toArbitrary(field, { ...at, form, name }, options)] as const);
  return fc.record(Object.fromEntries(values), {
    requiredKeys: options.isPlain ? fields.map(([name]) => name) : [...required],
    noNullPrototype: true,
  });
}
