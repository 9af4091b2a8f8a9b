const TAG = /<[a-z][^>]*>/giu;
const STYLE_ATTRIBUTE = / style="([^"]*)"/u;
const CLASS_ATTRIBUTE = / class="([^"]*)"/u;
const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&#39;': "'", '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** What a mail looks like in a program: on white, and nothing in it leads away from here. */
const FRAME = 'html{color-scheme:light;background:#fff}a{pointer-events:none}';

/**
 * A mail as the frame of a preview can show it. A frame has the content policy of the page around it, which refuses styles in attributes:
 * they become classes of one style that carries the nonce of the page.
 */
export function guardMail(html: string, nonce: string): string {
  const names = new Map<string, string>();
  const body = html.replaceAll(TAG, (tag) => {
    const css = STYLE_ATTRIBUTE.exec(tag)?.[1];
    if (css === undefined) return /^<style\b/iu.test(tag) ? `<style nonce="${nonce}">` : tag;
    const name = names.get(css) ?? `mail-${names.size}`;
    names.set(css, name);
    const bare = tag.replace(STYLE_ATTRIBUTE, '');
    return CLASS_ATTRIBUTE.test(bare)
      ? bare.replace(CLASS_ATTRIBUTE, (_all, others: string) => ` class="${others} ${name}"`)
      : bare.replace(/^<[a-z\d]+/iu, (start) => `${start} class="${name}"`);
  });
  const rules = [...names].map(([css, name]) => `.${name}{${toCss(css)}}`).join('');
  const style = `<style nonce="${nonce}">${FRAME}${rules}</style>`;
  return body.includes('</head>') ? body.replace('</head>', `${style}</head>`) : style + body;
}

/** Nothing of a value ends the style, or the rule that it stands in. */
function toCss(value: string): string {
  return value.replaceAll(/&(?:quot|#39|amp|lt|gt);/gu, (entity) => ENTITIES[entity] ?? '').replaceAll(/[<>{}]/gu, '');
}
