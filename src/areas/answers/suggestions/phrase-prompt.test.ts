import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKeywordTools } from '#areas/classification/index.ts';
import { phrasePrompt } from './phrase-prompt.ts';

test('texts that are searched for are phrased as people ask', async () => {
  const tools = await loadKeywordTools();
  const cases: readonly (readonly [text: string, languageCode: string, isChoice: boolean, asked: string])[] = [
    ['how to write an invoice', 'en', true, 'How to write an invoice?'],
    ['what is net 30', 'en', false, 'What is net 30?'],
    ['Is an invoice a receipt?', 'en', true, 'Is an invoice a receipt?'],
    ['invoicing software', 'en', true, 'Can you recommend invoicing software?'],
    ['best invoicing software', 'en', true, 'Can you recommend the best invoicing software?'],
    ['invoice template', 'en', false, 'Invoice template'],
    ['Buchhaltungssoftware für Vereine', 'de', true, 'Kannst du Buchhaltungssoftware für Vereine empfehlen?'],
    ['請求書 ソフト', 'ja', true, '請求書 ソフト'],
  ];
  for (const [text, languageCode, isChoice, asked] of cases) assert.equal(phrasePrompt({ text, languageCode, isChoice }, tools), asked);
});
