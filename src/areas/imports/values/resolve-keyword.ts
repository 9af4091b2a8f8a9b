import type { KeywordFacts, PointSubject, Reading } from '../formats/format.ts';
import { resolveSubject, type ResolvedPoint, type ResolveWorld } from './resolve-point.ts';

/** A keyword with what the file says of it beside its days. */
export type ResolvedKeyword = Pick<ResolvedPoint, 'keywordId' | 'keyword' | 'engine' | 'device' | 'locationCode' | 'languageCode'> &
  KeywordFacts;

/**
 * Makes what turns keywords of a file into those of the project, each the first time that it is named. Undefined: it was named before, is of
 * a website that is none of the project, or its market is not known.
 */
export function makeKeywordResolver(world: ResolveWorld): (reading: Extract<Reading, { kind: 'keyword' }>) => ResolvedKeyword | undefined {
  const seen = new Set<string>();
  const [anySite] = world.sites;
  let last: PointSubject | undefined;
  return ({ kind: _kind, row: _row, subject, ...said }) => {
    // Each row of a table may name it again.
    if (subject === last) return undefined;
    last = subject;
    // A list of keywords belongs to no website.
    const facts = resolveSubject({ ...subject, domain: subject.domain ?? world.mapping.domain ?? anySite?.value ?? null }, world);
    if (typeof facts === 'string') return undefined;
    const { keywordId, keyword, engine, device, locationCode, languageCode } = facts;
    const key = `${keywordId} ${engine}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    return { keywordId, keyword, engine, device, locationCode, languageCode, ...said };
  };
}
