import type { FieldRule, FieldRules } from '../fields.ts';
import { keywordRules } from './keyword-request.ts';
import { CONCURRENCY_MAX } from '../limits.ts';
import { PRICES } from '../prices.ts';
import type { ProviderRoute } from '../route.ts';

/** Groups of which one must be there. */
export const PLACE = ['location_code', 'location_name'] as const;
export const LANGUAGE = ['language_code', 'language_name'] as const;

export const regionFields: Readonly<Record<string, FieldRule>> = {
  location_code: { type: 'integer' },
  location_name: { type: 'text' },
  language_code: { type: 'text' },
  language_name: { type: 'text' },
};

/** One operation of the vendor's own database of keywords. */
export function labsRoute(
  name: string,
  fields: FieldRules,
  answer: ProviderRoute['answer'],
  failureCostUsd: number = PRICES.labsTask,
): ProviderRoute {
  const path = `/v3/dataforseo_labs/google/${name}/live`;
  return { method: 'POST', path, kind: 'live', concurrencyMax: CONCURRENCY_MAX, fields, failureCostUsd, answer };
}

/** About keywords that are the same everywhere. */
export function placelessRules(countMax: number, requireOneOf: FieldRules['requireOneOf'] = []): FieldRules {
  const { fields, ...rest } = keywordRules(countMax, {}, requireOneOf);
  const { location_code: _code, location_name: _name, ...left } = fields;
  return { ...rest, fields: left };
}
