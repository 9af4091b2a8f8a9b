export { makePageFetch, type PageFetchOptions } from './make-page-fetch.ts';
export type * from './page.ts';
export { PageRefusal } from './page-refusal.ts';
export { SANDBOX_POLITENESS, WEB_POLITENESS, type PagePoliteness } from './politeness.ts';
