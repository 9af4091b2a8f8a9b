import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeSignals } from '../../../../../test/support/page-signals.ts';
import { findPropertyType } from '../../vocabulary/property-types.ts';
import { judgeDomainPage } from './judge-domain.ts';

/** From it on the pipeline ends early. */
const SURE = 70;
const FLOORS = { property_type: 93, tier1_type: 94, domain_type: 90 } as const;
const SURE_RIGHT_MIN = 96;

const rows = readFileSync(new URL('examples.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [labels = '', title = '', description = '', text = ''] = line.split('\t');
    return { labels: labels.split('|'), signals: makeSignals({ title, description, text }) };
  });

function listRight(dimension: keyof typeof FLOORS, labels: readonly string[]): (string | undefined)[] {
  if (dimension === 'property_type') return [...labels];
  return labels.map((label) => findPropertyType(label)?.[dimension === 'tier1_type' ? 'tier1Type' : 'domainType']);
}

test('knows home pages by the words in which sites name themselves, in a dozen languages', () => {
  for (const dimension of ['property_type', 'tier1_type', 'domain_type'] as const) {
    const outcomes = rows.map(({ labels, signals }) => {
      const judgement = judgeDomainPage(signals).find((candidate) => candidate.dimension === dimension);
      const isRight = judgement !== undefined && listRight(dimension, labels).includes(judgement.label);
      return { isRight, isSure: (judgement?.confidence ?? 0) >= SURE };
    });
    const sure = outcomes.filter(({ isSure }) => isSure);
    assert.ok(toShare(outcomes) >= FLOORS[dimension], `${dimension}: ${toShare(outcomes)} of a hundred are right`);
    assert.ok(toShare(sure) >= SURE_RIGHT_MIN, `${dimension}: of those that are sure ${toShare(sure)} are right`);
    assert.ok(sure.length >= rows.length / 5, `${dimension}: ${sure.length} are sure`);
  }
});

function toShare(outcomes: readonly { readonly isRight: boolean }[]): number {
  return (100 * outcomes.filter(({ isRight }) => isRight).length) / outcomes.length;
}
