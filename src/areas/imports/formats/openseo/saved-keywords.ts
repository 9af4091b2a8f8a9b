import type { SourceFile } from '../../opening/source-file.ts';
import { NO_FACTS, toSubject, type Reading } from '../format.ts';
import { readStored, type StoredRow } from './store-file.ts';

/**
 * Keywords that people saved, with their tags; they have no places.
 * @param domains websites of the other program's projects; keywords of the other ones are left out
 */
export async function* readSavedKeywords(file: SourceFile, domains: ReadonlyMap<string, string>): AsyncGenerator<readonly Reading[]> {
  const tags = await readTags(file);
  let row = 0;
  for await (const rows of readStored(file, ['saved_keywords'])) {
    const before = row;
    row += rows.length;
    yield rows.flatMap((saved, at) => {
      const domain = domains.get(saved.get('project_id') ?? '');
      return domain === undefined ? [] : [toReading(saved, domain, before + at + 1, tags.get(saved.get('id') ?? '') ?? [])];
    });
  }
}

/** Names of tags by the ids of saved keywords. */
async function readTags(file: SourceFile): Promise<ReadonlyMap<string, string[]>> {
  const names = new Map<string, string>();
  // A dump may have the assignments before the tags.
  for await (const rows of readStored(file, ['saved_keyword_tags']))
    for (const row of rows) names.set(row.get('id') ?? '', row.get('name') ?? '');
  const tags = new Map<string, string[]>();
  for await (const rows of readStored(file, ['saved_keyword_tag_assignments']))
    for (const row of rows) {
      const [keyword, name = ''] = [row.get('saved_keyword_id') ?? '', names.get(row.get('tag_id') ?? '')];
      if (name !== '') tags.set(keyword, [...(tags.get(keyword) ?? []), name]);
    }
  return tags;
}

function toReading(saved: StoredRow, domain: string, row: number, tags: readonly string[]): Reading {
  const subject = toSubject(saved.get('keyword') ?? '', {
    domain,
    locationCode: Number(saved.get('location_code') ?? 0) || null,
    languageCode: saved.get('language_code'),
    engine: 'google',
  });
  return { kind: 'keyword', row, subject, ...NO_FACTS, tags };
}
