/** What signals of a keyword say about its intent: the first rule that fits decides. */
export interface IntentRule {
  readonly name: string;
  readonly intent: 'informational' | 'navigational' | 'transactional' | 'commercial';
  /** Measured: of a hundred keywords that the rule decides, so many are right. */
  readonly confidence: number;
  /** All of these, */
  readonly has: readonly string[];
  /** and none of these. */
  readonly without?: readonly string[];
}

const ASKS = ['question', 'how_to', 'definition'];
const TRADES = ['buy', 'discount', 'price', 'product', 'service', 'download', 'tool', 'best', 'review', 'comparison', 'alternative'];

export const INTENT_RULES: readonly IntentRule[] = [
  { name: 'conversion', intent: 'informational', confidence: 92, has: ['conversion'] },
  { name: 'request', intent: 'transactional', confidence: 92, has: ['request'], without: ['how_to', 'error'] },
  {
    name: 'address',
    intent: 'navigational',
    confidence: 93,
    has: ['address'],
    without: ['question', 'review', 'alternative', 'comparison'],
  },
  { name: 'brand-login', intent: 'navigational', confidence: 97, has: ['login', 'brand'], without: ['question', 'how_to'] },
  {
    name: 'login',
    intent: 'navigational',
    confidence: 96,
    has: ['login'],
    without: ['question', 'how_to', 'tool', 'price', 'best', 'error'],
  },
  { name: 'error', intent: 'informational', confidence: 94, has: ['error'], without: ['buy', 'product'] },
  { name: 'where-to-buy', intent: 'transactional', confidence: 55, has: ['question', 'buy'], without: ['how_to', 'definition'] },
  { name: 'which-is-best', intent: 'commercial', confidence: 75, has: ['question', 'best', 'product'] },
  { name: 'worth-it', intent: 'commercial', confidence: 78, has: ['question', 'review', 'brand'], without: ['how_to'] },
  { name: 'question-price', intent: 'informational', confidence: 88, has: ['question', 'price'] },
  { name: 'question', intent: 'informational', confidence: 99, has: ['question'] },
  { name: 'definition', intent: 'informational', confidence: 98, has: ['definition'] },
  { name: 'brand-support', intent: 'navigational', confidence: 84, has: ['brand', 'support'], without: ['error', 'how_to', 'product'] },
  { name: 'free-tool', intent: 'transactional', confidence: 85, has: ['free', 'tool'], without: ['how_to'] },
  { name: 'download', intent: 'transactional', confidence: 82, has: ['download'], without: ['how_to'] },
  { name: 'comparison-of-brands', intent: 'commercial', confidence: 85, has: ['comparison', 'brand'], without: [...ASKS, 'technical'] },
  { name: 'comparison-of-goods', intent: 'commercial', confidence: 82, has: ['comparison', 'product'], without: [...ASKS, 'technical'] },
  { name: 'comparison', intent: 'commercial', confidence: 55, has: ['comparison'], without: [...ASKS, 'technical', 'fact'] },
  { name: 'alternative', intent: 'commercial', confidence: 82, has: ['alternative'], without: ASKS },
  { name: 'best', intent: 'commercial', confidence: 78, has: ['best'], without: [...ASKS, 'fact', 'media'] },
  { name: 'review', intent: 'commercial', confidence: 80, has: ['review'], without: [...ASKS, 'fact', 'technical'] },
  { name: 'discount', intent: 'transactional', confidence: 80, has: ['discount'], without: ASKS },
  { name: 'buy', intent: 'transactional', confidence: 82, has: ['buy'], without: [...ASKS, 'fact', 'technical', 'job'] },
  { name: 'near-me', intent: 'transactional', confidence: 80, has: ['local', 'service'], without: ASKS },
  { name: 'local', intent: 'transactional', confidence: 60, has: ['local'], without: [...ASKS, 'fact', 'institution', 'date'] },
  { name: 'tool', intent: 'transactional', confidence: 76, has: ['tool'], without: [...ASKS, 'fact', 'technical', 'institution'] },
  { name: 'price-of-goods', intent: 'commercial', confidence: 82, has: ['price', 'product'], without: ASKS },
  { name: 'price-of-service', intent: 'commercial', confidence: 72, has: ['price', 'service'], without: ASKS },
  { name: 'how-to', intent: 'informational', confidence: 96, has: ['how_to'], without: ['product', 'service', 'brand'] },
  {
    name: 'product-attribute',
    intent: 'transactional',
    confidence: 98,
    has: ['product', 'attribute'],
    without: [...ASKS, 'fact', 'technical', 'job', 'support'],
  },
  {
    name: 'product-audience',
    intent: 'transactional',
    confidence: 90,
    has: ['product', 'audience'],
    without: [...ASKS, 'fact', 'technical', 'job', 'support'],
  },
  {
    name: 'brand-product',
    intent: 'transactional',
    confidence: 85,
    has: ['product', 'brand'],
    without: [...ASKS, 'fact', 'technical', 'job', 'support', 'error'],
  },
  {
    name: 'brand-model',
    intent: 'transactional',
    confidence: 75,
    has: ['model_number', 'brand'],
    without: [...ASKS, 'fact', 'technical', 'job', 'support', 'error', 'date', 'code'],
  },
  { name: 'brand-only', intent: 'navigational', confidence: 84, has: ['brand_only'] },
  {
    name: 'news',
    intent: 'informational',
    confidence: 92,
    has: ['date'],
    without: [...TRADES, 'brand', 'institution', 'login', 'media', 'job'],
  },
  { name: 'fact', intent: 'informational', confidence: 93, has: ['fact'], without: [...TRADES, 'brand', 'institution', 'job', 'local'] },
  {
    name: 'technical',
    intent: 'informational',
    confidence: 94,
    has: ['technical'],
    without: [...TRADES, 'brand', 'institution', 'job', 'local'],
  },
  {
    name: 'product',
    intent: 'transactional',
    confidence: 92,
    has: ['product', 'product_last'],
    without: [...ASKS, 'fact', 'technical', 'job', 'support', 'institution', 'error'],
  },
  {
    name: 'service',
    intent: 'transactional',
    confidence: 45,
    has: ['service'],
    without: [...ASKS, 'fact', 'technical', 'job', 'support', 'institution', 'brand', 'error'],
  },
];

export function findIntentRule(signals: ReadonlyMap<string, string>): IntentRule | undefined {
  return INTENT_RULES.find(
    ({ has, without = [] }) => has.every((signal) => signals.has(signal)) && !without.some((signal) => signals.has(signal)),
  );
}
