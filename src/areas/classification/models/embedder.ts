import { normalise, toMeanVector } from './features.ts';
import { forEachNgram } from './hashing.ts';
import { loadWords } from './load-models.ts';

const NGRAM_DIMENSIONS = 256;
/** The share of words in the squared length of a vector; n-grams of letters, which carry names and other languages, have the rest. */
const WORDS_SHARE = 0.4;

/** The length of what `embedText` gives. */
export const EMBEDDING_DIMENSIONS = 100 + NGRAM_DIMENSIONS;

/**
 * The built-in embedding of a short text, of length 1: the mean of its word vectors beside a signed projection of its
 * n-grams. Without known words the n-grams are all of it; a text without letters gives zeros.
 * @param words the words of the text; of a host name, what `splitWords` gives
 * @param text the text itself, in lower case
 */
export function embedText(words: readonly string[], text: string): Float32Array {
  const meaning = toMeanVector(words, loadWords());
  const letters = projectNgrams(text);
  const embedding = new Float32Array(EMBEDDING_DIMENSIONS);
  const isKnown = meaning.some((value) => value !== 0);
  const wordsFactor = Math.sqrt(WORDS_SHARE);
  const lettersFactor = isKnown ? Math.sqrt(1 - WORDS_SHARE) : 1;
  meaning.forEach((value, at) => (embedding[at] = value * wordsFactor));
  letters.forEach((value, at) => (embedding[meaning.length + at] = value * lettersFactor));
  return embedding;
}

/** One bit of the hash is the sign, so that different n-grams in one place cancel out on average. */
function projectNgrams(text: string): Float32Array {
  const projection = new Float32Array(NGRAM_DIMENSIONS);
  forEachNgram('embedding', text, (hash) => {
    const at = hash % NGRAM_DIMENSIONS;
    projection[at] = (projection[at] ?? 0) + (hash >>> 31 === 0 ? 1 : -1);
  });
  return normalise(projection);
}
