import { parse } from 'tldts';
import { domainTask } from '../domains/task.ts';
import { keywordTask } from '../keywords/task.ts';
import { embedText } from '../models/embedder.ts';
import { normalise } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';
import { splitWords } from '../models/split-words.ts';
import type { Task } from '../models/task.ts';
import { urlTask } from '../urls/task.ts';
import type { Kind } from './example.ts';

export const TASKS: Readonly<Record<Kind, Task>> = { domain: domainTask, url: urlTask, keyword: keywordTask };

/** A longer text is cut: its beginning says what it is. */
const LENGTH_MAX = 300;
/** The path's share of the squared length of a page's vector: pages of one site differ by their paths. */
const PATH_SHARE = 0.6;

/** The vector of a normalized item, of length 1. Names are split into their words. */
export function embedItem(kind: Kind, item: string): Float32Array {
  if (kind === 'url') return embedUrl(item);
  return kind === 'domain' ? embedHost(item) : embed(item, item);
}

function embedHost(host: string): Float32Array {
  const { subdomain, domainWithoutSuffix } = parse(host);
  // A suffix says nothing by its words.
  return embed(`${subdomain ?? ''} ${domainWithoutSuffix ?? ''}`, host);
}

function embedUrl(text: string): Float32Array {
  const url = URL.parse(text);
  const host = embedHost(url?.hostname ?? text);
  const path = `${url?.pathname ?? ''}${url?.search ?? ''}`;
  if (path === '' || path === '/') return host;
  const [byPath, byHost] = [Math.sqrt(PATH_SHARE), Math.sqrt(1 - PATH_SHARE)];
  return normalise(embed(path, path).map((value, at) => byPath * value + byHost * (host[at] ?? 0)));
}

function embed(words: string, text: string): Float32Array {
  return embedText(splitWords(words.slice(0, LENGTH_MAX), loadWords()), text.slice(0, LENGTH_MAX).toLowerCase());
}
