import { ActionIcon, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useShows } from '#app/session.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { nameSection, SECTIONS, type SectionName } from '../say-digest.ts';
import { move } from './draft.ts';
import styles from './sections.module.css';

interface SectionsProps {
  readonly sections: readonly SectionName[];
  /** Some sections say nothing of several projects. */
  readonly isOfOne: boolean;
  readonly error: string | undefined;
  readonly onChange: (sections: SectionName[]) => void;
}

/** What the mail has, in its order: each is moved and taken out by buttons, so that keys do it too. */
export function Sections({ sections, isOfOne, error, onChange }: SectionsProps) {
  const isMoneyShown = useShows('money');
  const [said, setSaid] = useState('');
  const left = SECTIONS.filter(
    (one) => !sections.includes(one.value) && (isOfOne || !('isOfOne' in one)) && (isMoneyShown || !('isOfMoney' in one)),
  );
  const step = (at: number, by: number): void => {
    onChange(move(sections, at, by));
    setSaid(`${nameSection(sections[at] ?? '')} is now number ${at + by + 1} of ${sections.length}`);
  };
  return (
    <Input.Wrapper label="Sections" labelElement="div" error={error}>
      <Stack gap="xs" mt={4}>
        <ol className={styles.sections} aria-label="Sections">
          {sections.map((name, at) => (
            <li key={name} className={styles.section}>
              <Text size="sm" span>
                {nameSection(name)}
              </Text>
              <Group gap={2} wrap="nowrap">
                <ActionIcon size="sm" aria-label={`Move ${nameSection(name)} up`} disabled={at === 0} onClick={() => step(at, -1)}>
                  <Icon name="arrow-up" size={15} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={`Move ${nameSection(name)} down`}
                  disabled={at === sections.length - 1}
                  onClick={() => step(at, 1)}
                >
                  <Icon name="arrow-down" size={15} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={`Take ${nameSection(name)} out`}
                  disabled={sections.length === 1}
                  onClick={() => onChange(sections.filter((one) => one !== name))}
                >
                  <Icon name="close" size={15} />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ol>
        {left.length > 0 && (
          <Select
            aria-label="Add a section"
            placeholder="Add a section"
            size="xs"
            data={left.map(({ value, label }) => ({ value, label }))}
            value={null}
            onChange={(name) => name && onChange([...sections, name])}
          />
        )}
        <span className="sr-only" role="status">
          {said}
        </span>
      </Stack>
    </Input.Wrapper>
  );
}
