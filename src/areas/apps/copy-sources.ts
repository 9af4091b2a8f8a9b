import type { CopySource } from '#stores/copy-types.ts';
import { searchSources } from './keywords/copy-sources.ts';
import { rankingSources } from './records/copy-sources.ts';

/** The rows of app stores that PostgreSQL can give ClickHouse again. */
export const copySources: readonly CopySource[] = [...rankingSources, ...searchSources];
