import { useMemo } from 'react';
import type { AnswerBrand, AnswerMention } from '#client';
import { toPieces } from '../data/to-pieces.ts';
import { KIND_WORDS } from '../data/words.ts';
import styles from './marked.module.css';

interface MarkedTextProps {
  /** What the answer is of, for people who hear it. */
  readonly label: string;
  readonly text: string;
  readonly mentions: readonly AnswerMention[];
  readonly brands: ReadonlyMap<string, AnswerBrand>;
}

/** An answer as the text that it is, names marked: its Markdown stays letters, so that nothing in it is loaded or run. */
export function MarkedText({ label, text, mentions, brands }: MarkedTextProps) {
  const pieces = useMemo(() => toPieces(text, mentions), [text, mentions]);
  return (
    <div role="region" aria-label={label} tabIndex={0} dir="auto" className={styles.text}>
      {pieces.map(({ from, text: part, mention }) =>
        mention === undefined ? (
          part
        ) : (
          <mark
            key={from}
            className={styles.mark}
            data-role={brands.get(mention.brand_id)?.role}
            data-counted={mention.kind === 'named' ? 'yes' : 'no'}
            title={sayMark(mention, brands)}
          >
            {part}
          </mark>
        ),
      )}
    </div>
  );
}

function sayMark({ brand_id: id, kind }: AnswerMention, brands: MarkedTextProps['brands']): string {
  const brand = brands.get(id);
  return `${brand?.name ?? 'A brand'}, ${brand?.role === 'own' ? 'own' : 'competitor'}: ${KIND_WORDS[kind]}`;
}
