import { languages, places } from '../../world/places.ts';
import { functionsOf, type AppFunction, type Found } from './app-functions.ts';
import { appListingRoutes } from './app-listings.ts';
import { appRules, listWords, toView, type Platform } from './app-request.ts';
import { roundUsd, toVendorTime } from '../envelope.ts';
import { invalidField, ok, type QueueFunction, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { numberOf, textOf } from '../search-request.ts';
import { queueMode, queueRoutes, readyRoute } from '../serp/serp-queue.ts';
import { familyRoutes } from '../serp/serp-utility.ts';

const ENGINES: Readonly<Record<Platform, string>> = { store_a: 'apple', store_b: 'google' };
const DOMAINS: Readonly<Record<Platform, string>> = { store_a: 'itunes.apple.com', store_b: 'play.google.com' };
const PLATFORMS = ['store_a', 'store_b'] as const;

/** App stores: single apps, charts, searches and reviews from the queue; lists of what can be asked for; the vendor's own database. */
export const appDataRoutes: readonly ProviderRoute[] = [
  ...PLATFORMS.flatMap((platform) => [
    ...functionsOf(platform).flatMap((one) =>
      queueRoutes(toWork(platform, one), appRules(one.fields, one.required), { defaults: () => ({}), hasFixed: false }),
    ),
    ...referenceRoutes(platform),
  ]),
  ...appListingRoutes,
  readyRoute('/v3/app_data'),
  ...familyRoutes('app_data'),
];

function toWork(platform: Platform, one: AppFunction): QueueFunction {
  const priceOf = (task: TaskRequest, count: number): number => {
    const blocks = Math.max(1, Math.ceil(count / one.blockSize));
    return roundUsd(blocks * one.blockUsd[queueMode(task) === 'priority' ? 'priority' : 'standard']);
  };
  const look = (tools: SearchTools, task: TaskRequest, toResult: (found: Found) => readonly unknown[] | null): TaskAnswer => {
    const view = toView(tools, task);
    if (view === undefined) return invalidField('location_code');
    const found = one.find(view, task);
    if (typeof found === 'string') return invalidField(found);
    if (found === undefined) return { code: 40_102, result: null, costUsd: priceOf(task, 0) };
    return ok(toResult(found), priceOf(task, found.count));
  };
  return {
    path: `/v3/app_data/${ENGINES[platform]}/${one.kind}`,
    forms: ['advanced'],
    price: (tools, task) => look(tools, task, () => null),
    answer: (tools, task) =>
      look(tools, task, (found) => {
        const head = {
          type: one.kind,
          se_domain: DOMAINS[platform],
          location_code: numberOf(task, 'location_code') ?? null,
          language_code: textOf(task, 'language_code') ?? null,
          check_url: null,
          datetime: toVendorTime(tools.now()),
        };
        return [{ ...head, ...found.write() }];
      }),
  };
}

/** Free lists of what can be asked for. */
function referenceRoutes(platform: Platform): ProviderRoute[] {
  const path = `/v3/app_data/${ENGINES[platform]}`;
  const countries = places.filter(({ type }) => type === 'Country');
  return [
    { method: 'GET', path: `${path}/categories`, kind: 'reference', answer: () => ok([{ categories: listWords(platform) }]) },
    {
      method: 'GET',
      path: `${path}/languages`,
      kind: 'reference',
      answer: () => ok(languages.map(({ code, name }) => ({ language_name: name, language_code: code }))),
    },
    {
      method: 'GET',
      path: `${path}/locations`,
      kind: 'reference',
      answer: () =>
        ok(
          countries.map(({ code, name, country }) => ({
            location_code: code,
            location_name: name,
            location_name_parent: null,
            country_iso_code: country,
            location_type: 'Country',
          })),
        ),
    },
  ];
}
