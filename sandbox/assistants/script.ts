import type { Site } from '../world/sites.ts';
import type { MentionKind, Sentiment, TrapKind } from './draw.ts';

/** How a place in the text names a brand, or seems to. */
export type SpanKind = MentionKind | TrapKind | 'echoed' | 'url';

/** A place in the Markdown of an answer, in UTF-16 code units. */
export interface NameSpan {
  readonly site: Site;
  readonly kind: SpanKind;
  readonly sentiment: Sentiment | null;
  readonly start: number;
  readonly end: number;
  /** The sentence or table row around it. */
  readonly sentence: { readonly start: number; readonly end: number };
}

/** A source that stands in the text. */
export interface CiteSpan {
  readonly site: Site;
  readonly start: number;
  readonly end: number;
}

export interface Block {
  readonly type: 'text' | 'table';
  readonly start: number;
  readonly end: number;
}

export interface Script {
  readonly markdown: string;
  readonly blocks: readonly Block[];
  readonly names: readonly NameSpan[];
  readonly cites: readonly CiteSpan[];
}

/** What is put into a phrase in place of a mark: a name, or plain words. */
export interface Filling {
  readonly mark: '{n}' | '{o}' | '{k}';
  readonly text: string;
  readonly name?: Pick<NameSpan, 'site' | 'kind' | 'sentiment'>;
}

export interface ScriptWriter {
  /** Begins a block of its own. */
  open(type: Block['type']): void;
  /** A sentence or a row; marks are replaced, and the places of names are kept. */
  say(phrase: string, fillings?: readonly Filling[]): void;
  /** Words of the asker, with the names that are in them. */
  echo(phrase: string, words: string, sites: readonly Site[]): void;
  /** As it is: signs between sentences. */
  put(text: string): void;
  /** A link to a source, right after what it supports. */
  cite(site: Site, url: string): void;
  end(): Script;
}

const MARK = /(\{[nok]\})/u;

/** Writes Markdown and notes where everything stands, so that nothing has to be looked for afterwards. */
export function makeScriptWriter(): ScriptWriter {
  let markdown = '';
  const blocks: { type: Block['type']; start: number }[] = [];
  const names: NameSpan[] = [];
  const cites: CiteSpan[] = [];
  let last = { start: 0, end: 0 };

  /** Notes names of a sentence that has just been written. */
  const finish = (start: number, found: readonly Omit<NameSpan, 'sentence'>[]): void => {
    last = { start, end: markdown.length };
    names.push(...found.map((name) => ({ ...name, sentence: last })));
  };

  return {
    open(type) {
      if (markdown !== '') markdown += '\n\n';
      blocks.push({ type, start: markdown.length });
    },
    say(phrase, fillings = []) {
      const start = markdown.length;
      const found: Omit<NameSpan, 'sentence'>[] = [];
      for (const part of phrase.split(MARK)) {
        const filling = fillings.find(({ mark }) => mark === part);
        const text = filling?.text ?? part;
        if (filling?.name !== undefined) found.push({ ...filling.name, start: markdown.length, end: markdown.length + text.length });
        markdown += text;
      }
      finish(start, found);
    },
    echo(phrase, words, sites) {
      const start = markdown.length;
      const [before = '', after = ''] = phrase.split('{q}');
      const from = start + before.length;
      markdown += before + words + after;
      finish(
        start,
        sites.flatMap((site) =>
          findName(words, site).map((at) => ({ site, kind: 'echoed' as const, sentiment: null, ...shift(at, from) })),
        ),
      );
    },
    put(text) {
      markdown += text;
    },
    cite(site, url) {
      cites.push({ site, ...last });
      const label = site.domain;
      const start = markdown.length + ' (['.length;
      markdown += ` ([${label}](${url}))`;
      names.push({ site, kind: 'url', sentiment: null, start, end: start + `${label}](${url}`.length, sentence: last });
    },
    end() {
      const ends = [...blocks.slice(1).map(({ start }) => start - 2), markdown.length];
      return { markdown, blocks: blocks.map((block, at) => ({ ...block, end: ends[at] ?? markdown.length })), names, cites };
    },
  };
}

/** Where a name stands in words of others, however it is written. */
function findName(words: string, { name }: Site): { readonly start: number; readonly end: number }[] {
  const parts = name.split(/[ -]/u).map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'giu');
  return [...words.matchAll(pattern)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

function shift(
  { start, end }: { readonly start: number; readonly end: number },
  by: number,
): { readonly start: number; readonly end: number } {
  return { start: start + by, end: end + by };
}
