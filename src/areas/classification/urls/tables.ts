import { readLines } from '../engine/read-lines.ts';
import { readConcepts, type Words } from './concepts.ts';
import { readNouns, type Nouns } from './nouns.ts';
import { readSpamSigns, type SpamSigns } from './find-spam.ts';
import { parsePattern, type Pattern } from './patterns.ts';

/** What a pattern says of the pages that it fits. */
export interface Grammar extends Pattern {
  readonly label: string;
  readonly confidence: number;
  /** As people call it: "Discourse topic". */
  readonly name: string;
}

export interface Tables {
  /** Grammars of software by a literal segment of their path. */
  readonly systems: ReadonlyMap<string, readonly Grammar[]>;
  /** Those without such a segment. */
  readonly systemsWithoutKey: readonly Grammar[];
  /** Grammars of hosts, by host or by name of the site and `.*`. */
  readonly sites: ReadonlyMap<string, readonly Grammar[]>;
  readonly words: Words;
  readonly nouns: Nouns;
  readonly spamSigns: SpamSigns;
}

let tables: Tables | undefined;

/** Read at first use, once in a process. */
export function loadTables(): Tables {
  tables ??= readTables();
  return tables;
}

function readTables(): Tables {
  const grammars = listLines('systems').map(parseGrammar);
  return {
    systems: groupByKey(grammars),
    systemsWithoutKey: grammars.filter(({ keys }) => keys.length === 0),
    sites: readSites(listLines('sites')),
    words: readConcepts(['words-utility', 'words-commerce', 'words-editorial'].map(listLines)),
    nouns: readNouns(listLines('nouns')),
    spamSigns: readSpamSigns(listLines('spam-signs')),
  };
}

function listLines(name: string): readonly string[] {
  return readLines(new URL(`./data/${name}.txt`, import.meta.url));
}

/** @example parseGrammar('98 forum_thread /t/*\/# Discourse topic') */
function parseGrammar(line: string): Grammar {
  const [confidence = '', label = '', pattern = '', ...name] = line.split(' ');
  return { ...parsePattern(pattern), label, confidence: Number(confidence), name: name.join(' ') };
}

function groupByKey(grammars: readonly Grammar[]): ReadonlyMap<string, readonly Grammar[]> {
  const groups = new Map<string, Grammar[]>();
  for (const grammar of grammars) {
    for (const key of grammar.keys) groups.set(key, [...(groups.get(key) ?? []), grammar]);
  }
  return groups;
}

function readSites(lines: readonly string[]): ReadonlyMap<string, readonly Grammar[]> {
  const sites = new Map<string, Grammar[]>();
  let head: Pick<Grammar, 'label' | 'confidence' | 'name'> = { label: '', confidence: 0, name: '' };
  for (const line of lines) {
    const [first = '', ...rest] = line.split(' ');
    if (first === '=') {
      head = { confidence: Number(rest[0]), label: rest[1] ?? '', name: rest.slice(2).join(' ') };
    } else {
      sites.set(first, [...(sites.get(first) ?? []), ...rest.map((pattern) => ({ ...parsePattern(pattern), ...head }))]);
    }
  }
  return sites;
}
