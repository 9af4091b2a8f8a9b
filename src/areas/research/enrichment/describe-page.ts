import type { PageFacts } from '../site/page-facts.ts';
import type { PageDescription } from './site-prompt.ts';

/** A page as the model is shown it. */
export function toPageDescription({ title, description, h1, schemaTypes, outline, text }: PageFacts): PageDescription {
  const menu = outline.links.filter(({ place }) => place === 'menu').map((link) => link.text);
  return {
    title: title ?? '',
    description: description ?? '',
    heading: h1 ?? '',
    headings: outline.headings.join('\n'),
    navigation: menu.join('\n'),
    declared: schemaTypes.join(', '),
    text,
  };
}
