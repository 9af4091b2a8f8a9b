import type { Page } from 'playwright-core';

/** What claims that there is none, or that it is the whole. */
const CLAIMS =
  /\b(?:no|none|nothing|never|every|everything|all|neither|nowhere|without|not (?:found|among|known|yet|fetched|checked|seen|read)|(?:has|have) not been|could not be)\b|(?<![\d,.])(\d[\d,]*) of \1(?![\d,])|\b0 (?:new|lost|failed|unchanged|of|in)\b/iu;

/** The sentences of some parts of the page that are seen; what is pressed or chosen says what it does, and claims nothing. */
const READ = `(within) => {
  const controls = 'button, label, input, select, option, summary, [role=tab], [role=radio], [role=switch], [role=columnheader], [role=menuitem], nav, a';
  const blocks = new Map();
  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent.checkVisibility() || parent.closest(controls) || parent.closest('.strip, .sr-only, [aria-hidden=true]')) continue;
      let block = parent;
      while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
      blocks.set(block, (blocks.get(block) ?? '') + node.data);
    }
  }
  const texts = [...blocks.values()].map((text) => text.replace(/\\s+/g, ' ').trim());
  const zeros = [...document.querySelectorAll(':is(' + within + ') [data-tile]')].filter((tile) => tile.checkVisibility() && tile.innerText.trim() === '0');
  return [...texts, ...zeros.map((tile) => tile.dataset.tile + ': 0 of them')];
}`;

/** Each sentence of the page that claims an absence or a whole, once. */
export async function readClaims(page: Page, within = 'main, .toast, [role=dialog]'): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(${READ})(${JSON.stringify(within)})`);
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z\d])/u));
  return [...new Set(sentences)].filter((sentence) => CLAIMS.test(sentence));
}
