import { List, Text } from '@mantine/core';
import type { AnswerSource } from '#client';
import { formatPlural } from '#data/format.ts';
import { Fold } from '#ui/layout/fold.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';

interface CitedProps {
  /** Null: it is not known whether it cites any. */
  readonly sources: readonly AnswerSource[] | null;
  /** What the assistant searched for; null: not known. */
  readonly fanOuts: readonly string[] | null;
}

/** What an answer cites, and what was searched for it. */
export function Cited({ sources, fanOuts }: CitedProps) {
  return (
    <>
      {sources === null ? (
        <Text size="sm" c="dimmed">
          Whether it cites sources is not known.
        </Text>
      ) : (
        <Fold label="Sources" summary={sources.length === 0 ? 'it cites none' : formatPlural(sources.length, 'source')}>
          <List size="sm" type="ordered">
            {sources.map(({ url, title }, at) => (
              <List.Item key={`${at} ${url}`} style={{ overflowWrap: 'anywhere' }}>
                <OutsideLink href={url}>
                  <bdi>{title ?? url}</bdi>
                </OutsideLink>
              </List.Item>
            ))}
          </List>
        </Fold>
      )}
      {fanOuts !== null && fanOuts.length > 0 && (
        <Fold label="Searched" summary={formatPlural(fanOuts.length, 'search', 'searches')}>
          <List size="sm">
            {fanOuts.map((query) => (
              <List.Item key={query}>
                <bdi>{query}</bdi>
              </List.Item>
            ))}
          </List>
        </Fold>
      )}
    </>
  );
}
