import { Text, UnstyledButton } from '@mantine/core';
import { Icon } from '#ui/icons/icon.tsx';
import { KINDS, type KindGuide } from '../kinds.ts';
import styles from './kind-choice.module.css';

/** The first step of a new channel: what kind it is. */
export function KindChoice({ onChoose }: { readonly onChoose: (guide: KindGuide) => void }) {
  return (
    <ul className={styles.kinds} aria-label="Kinds of channels">
      {KINDS.map((guide) => (
        <li key={guide.kind}>
          <UnstyledButton className={styles.kind} onClick={() => onChoose(guide)}>
            <Icon name={guide.icon} size={20} />
            <span>
              <Text span fw={600} size="sm" display="block">
                {guide.title}
              </Text>
              <Text span size="sm" c="dimmed" display="block">
                {guide.says}
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
