import type { MouseEvent } from 'react';
import styles from '../grid.module.css';

const TEXTS = `.${styles.name}, .${styles.text}, .${styles.cardTitle}, dd`;

/** A text that has no room shows all of its words as a tooltip. What has a tooltip of its own keeps that. */
export function showCut({ target }: MouseEvent): void {
  const text = target instanceof Element ? target.closest<HTMLElement>(TEXTS) : null;
  if (!text || text.querySelector('[title]')) return;
  if (text.scrollWidth > text.clientWidth) text.title = text.innerText;
  else text.removeAttribute('title');
}
