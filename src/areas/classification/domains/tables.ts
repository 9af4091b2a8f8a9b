import { readGroups, type Group } from './read-groups.ts';

/** The tables of `data/` as maps, read on first use. */
export interface DomainTables {
  /** Host to its group. */
  readonly hosts: ReadonlyMap<string, Group>;
  /** Host of a platform to what its users' sites are. */
  readonly platforms: ReadonlyMap<string, Group>;
  /** Suffix without the leading dot; `*` means any label of two letters. */
  readonly suffixes: ReadonlyMap<string, Group>;
  /** Labels before the registrable domain. */
  readonly labels: ReadonlyMap<string, Group>;
  readonly words: WordTables;
  /** `siegen.de`: towns with the suffix under which their authorities are found, without hyphens. */
  readonly locations: ReadonlyMap<string, Group>;
  readonly givenNames: ReadonlyMap<string, Group>;
}

/** Words by where they may stand in a token of a host name. */
export interface WordTables {
  readonly whole: ReadonlyMap<string, Group>;
  readonly start: ReadonlyMap<string, Group>;
  readonly end: ReadonlyMap<string, Group>;
  readonly anywhere: ReadonlyMap<string, Group>;
  /** Words of more than one token: `temp-mail`. */
  readonly first: ReadonlyMap<string, Group>;
  readonly last: ReadonlyMap<string, Group>;
}

/** When a host stands in two, the earlier one counts. */
const HOST_FILES = ['institutions', 'services', 'communities', 'affiliates', 'commerce', 'software', 'agencies', 'blogs', 'news', 'risky'];
const HOST_CONFIDENCE = 97;
/** Shorter words occur inside too many others. */
const ANYWHERE_LENGTH_MIN = 5;

let tables: DomainTables | undefined;

export function loadDomainTables(): DomainTables {
  tables ??= readTables();
  return tables;
}

function readTables(): DomainTables {
  const hosts = new Map<string, Group>();
  for (const { entry, group } of HOST_FILES.flatMap((file) => readGroups(`hosts/${file}`, HOST_CONFIDENCE))) {
    if (!hosts.has(entry)) hosts.set(entry, group);
  }
  return {
    hosts,
    platforms: toMap('platforms'),
    suffixes: new Map(readGroups('suffixes').map(({ entry, group }) => [entry.slice(1), group])),
    labels: toMap('labels'),
    words: readWords(),
    locations: new Map(readGroups('places').map(({ entry, group }) => [entry.replaceAll('-', ''), group])),
    givenNames: toMap('names'),
  };
}

function toMap(name: string): Map<string, Group> {
  return new Map(readGroups(name).map(({ entry, group }) => [entry, group]));
}

/**
 * `=word` is a whole token, `word*` begins one, `*word` ends one, `*word*` stands anywhere, `word-` is a token that
 * others follow, `-word` one that follows others.
 */
function readWords(): WordTables {
  const [whole, start, end, anywhere, first, last] = Array.from({ length: 6 }, () => new Map<string, Group>()) as [
    Map<string, Group>,
    Map<string, Group>,
    Map<string, Group>,
    Map<string, Group>,
    Map<string, Group>,
    Map<string, Group>,
  ];
  for (const { entry, group } of readGroups('words')) {
    const word = entry.replaceAll(/[=*-]/gu, '');
    const add = (map: Map<string, Group>): void => {
      if (!map.has(word)) map.set(word, group);
    };
    if (entry.endsWith('-')) add(first);
    else if (entry.startsWith('-')) add(last);
    else {
      add(whole);
      if (entry.endsWith('*')) add(start);
      if (entry.startsWith('*')) add(end);
      if (entry.startsWith('*') && entry.endsWith('*') && word.length >= ANYWHERE_LENGTH_MIN) add(anywhere);
    }
  }
  return { whole, start, end, anywhere, first, last };
}
