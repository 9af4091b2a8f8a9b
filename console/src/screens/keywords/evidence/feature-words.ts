/** Blocks of result pages as a sentence names them. */
const WORDS: Readonly<Record<string, string>> = {
  ai_overview: 'an AI overview',
  answer_box: 'an answer box',
  carousel: 'a carousel',
  discussions_and_forums: 'a block of discussions',
  featured_snippet: 'a featured snippet',
  images: 'an image pack',
  knowledge_graph: 'a knowledge panel',
  local_pack: 'a local pack',
  maps: 'a map',
  paid: 'an ad',
  people_also_ask: 'a “People also ask” block',
  people_also_search: 'a “People also search for” block',
  popular_products: 'a block of products',
  related_searches: 'a block of related searches',
  shopping: 'a shopping block',
  top_stories: 'a block of top stories',
  video: 'a video pack',
};

/** `video`: `a video pack`. */
export function toFeatureWords(feature: string): string {
  return WORDS[feature] ?? `a block of ${feature.replaceAll('_', ' ')}`;
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** `nine sites`, `1 site` written as `one site`; from 13 on in figures. */
export function countWords(count: number, noun: string): string {
  return `${NUMBERS[count] ?? String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
