import { readTable, splitCell } from '../data/read-table.ts';
import { makePhraseMatcher, type PhraseMatcher } from './phrase-matcher.ts';

const TEXT_LENGTH_MAX = 60_000;

let matchers: { readonly actions: PhraseMatcher; readonly texts: PhraseMatcher } | undefined;

/**
 * Kinds of key phrases of a page, each with its first finding (`data/phrases.tsv`): those of actions count in
 * links, buttons and fields only, so that an article about shops is no shop.
 */
export function findPhrases({ actions, shown }: { readonly actions: readonly string[]; readonly shown: string }): Record<string, string> {
  matchers ??= load();
  const found: Record<string, string> = {};
  const findings = [
    ...matchers.actions.find(actions.join(' | ').slice(0, TEXT_LENGTH_MAX)),
    ...matchers.texts.find(shown.slice(0, TEXT_LENGTH_MAX)),
  ];
  for (const { kind, phrase } of findings) found[kind] ??= phrase;
  return found;
}

function load() {
  const rows = readTable('phrases.tsv').map(([kind = '', role, _language, phrases]) => ({ kind, role, phrases: splitCell(phrases) }));
  return {
    actions: makePhraseMatcher(rows.filter(({ role }) => role === 'action')),
    texts: makePhraseMatcher(rows.filter(({ role }) => role === 'text')),
  };
}
