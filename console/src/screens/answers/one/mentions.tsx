import { List, Text } from '@mantine/core';
import type { AnswerBrand, AnswerMention } from '#client';
import { useMay } from '#app/session.tsx';
import { joinWords } from '#data/sentence.ts';
import { KIND_WORDS } from '../data/words.ts';
import { Decide } from './decide.tsx';

interface MentionsProps {
  readonly sampleId: string;
  readonly mentions: readonly AnswerMention[];
  readonly brands: ReadonlyMap<string, AnswerBrand>;
}

const WITNESSES: Readonly<Record<AnswerMention['witness'], string>> = {
  text: 'by the text',
  entity: 'by the provider',
  both: 'by the text and the provider',
  person: 'as a person said',
};

/** Which brands an answer names, in what order, and how. */
export function Mentions({ sampleId, mentions, brands }: MentionsProps) {
  const mayEdit = useMay('edit');
  if (mentions.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The brands of this project are absent from it.
      </Text>
    );
  return (
    <List size="sm" aria-label="Names">
      {mentions.map((mention) => {
        const { brand_id: id, kind, order, list_place: place, witness } = mention;
        const brand = brands.get(id);
        return (
          <List.Item key={`${id} ${kind}`}>
            <bdi>{brand?.name ?? 'A brand that is gone'}</bdi> ({brand?.role === 'own' ? 'own' : 'competitor'}): {KIND_WORDS[kind]}
            {joinWords([
              kind === 'named' && order !== null && `, number ${order} of the brands`,
              kind === 'named' && place !== null && `place ${place} of a list`,
            ])}
            , {WITNESSES[witness]}
            {kind === 'unsure' && mayEdit && brand !== undefined && <Decide sampleId={sampleId} brandId={id} brand={brand.name} />}
          </List.Item>
        );
      })}
    </List>
  );
}
