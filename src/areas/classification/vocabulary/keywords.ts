import type { Vocabulary } from './vocabulary.ts';

export const intentType: Vocabulary = {
  dimension: 'intent_type',
  subject: 'keyword',
  summary: 'What the searcher wants.',
  labels: {
    informational: 'To know something: facts, explanations, instructions, news.',
    navigational: 'To reach one certain site, page or place that the words name.',
    transactional: 'To do something: buy, download, book, watch, use a tool. Goods and trades that are named alone count as it.',
    commercial: 'To choose among offers before buying, in words that say so: best, reviews, comparisons, alternatives.',
  },
  synonyms: {
    info: 'informational',
    know: 'informational',
    question: 'informational',
    website: 'navigational',
    go: 'navigational',
    brand: 'navigational',
    do: 'transactional',
    buy: 'transactional',
    purchase: 'transactional',
    investigational: 'commercial',
    commercial_investigation: 'commercial',
    comparison: 'commercial',
  },
};

export const journey: Vocabulary = {
  dimension: 'journey',
  subject: 'keyword',
  summary: 'Where on the way from a question to a purchase the searcher is.',
  labels: {
    awareness: 'Learns about a problem or a subject.',
    consideration: 'Compares ways, products and sellers.',
    decision: 'Is about to buy, book or sign up.',
    retention: 'Uses what was bought: login, support, manuals, returns.',
    advocacy: 'Recommends, reviews or shares what was bought.',
  },
  synonyms: {
    discovery: 'awareness',
    learn: 'awareness',
    evaluation: 'consideration',
    research: 'consideration',
    comparison: 'consideration',
    purchase: 'decision',
    conversion: 'decision',
    buy: 'decision',
    post_purchase: 'retention',
    support: 'retention',
    loyalty: 'advocacy',
  },
};

export const querySpecificity: Vocabulary = {
  dimension: 'query_specificity',
  subject: 'keyword',
  summary: 'How narrow the words are.',
  labels: {
    head: 'One or two words for a whole field.',
    mid: 'A field with one attribute.',
    long_tail: 'Several attributes or a whole question.',
    exact: 'One certain thing: a model number, an address, a name.',
  },
  synonyms: { broad: 'head', short_tail: 'head', medium: 'mid', middle: 'mid', torso: 'mid', specific: 'long_tail', narrow: 'long_tail' },
};

export const expertiseLevel: Vocabulary = {
  dimension: 'expertise_level',
  subject: 'keyword',
  summary: 'How much of the subject the words show that the searcher knows.',
  labels: {
    beginner: 'Asks for basics and definitions.',
    intermediate: 'Uses common terms of the subject.',
    advanced: 'Uses terms that one learns by working with the subject.',
    expert: 'Uses terms of specialists: error codes, standards, formulas.',
  },
  synonyms: { novice: 'beginner', basic: 'beginner', medium: 'intermediate', professional: 'expert' },
};

export const modifier: Vocabulary = {
  dimension: 'modifier',
  subject: 'keyword',
  summary: 'What the words add to the subject; a keyword may have several.',
  labels: {
    price: 'Prices and costs: cheap, cost, how much.',
    discount: 'Coupons, sales and deals.',
    free: 'Without paying.',
    buy: 'Buying, ordering, booking.',
    best: 'The best, top lists.',
    review: 'Reviews, tests, experiences.',
    comparison: 'Against another: versus, difference, compared.',
    alternative: 'Instead of another.',
    local: 'Near me, or in a named place.',
    question: 'How, what, why, when, who.',
    definition: 'What something means.',
    how_to: 'Instructions: how to, tutorial, guide, recipe.',
    download: 'Files and programs to get.',
    login: 'Logging in, accounts.',
    support: 'Help, contact, errors, returns.',
    tool: 'Calculators, generators, converters, templates.',
    date: 'A year, month or day; today, latest, new.',
    audience: 'For whom: for kids, for beginners, for women.',
    attribute: 'Colour, size, material, quality.',
    media: 'Videos, pictures, songs, films.',
    job: 'Jobs, salaries, careers.',
    brand: 'The name of a brand.',
  },
  synonyms: {
    pricing: 'price',
    cost: 'price',
    cheap: 'price',
    coupon: 'discount',
    deal: 'discount',
    reviews: 'review',
    versus: 'comparison',
    vs: 'comparison',
    alternatives: 'alternative',
    near_me: 'local',
    location: 'local',
    informational: 'question',
    tutorial: 'how_to',
    year: 'date',
    time: 'date',
    fresh: 'date',
  },
};

/** Labels that lists of keywords can be filtered by. */
export const [JOURNEYS, MODIFIERS] = [Object.keys(journey.labels), Object.keys(modifier.labels)];
