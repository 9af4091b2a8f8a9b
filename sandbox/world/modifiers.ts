import type { BusinessType, TopicLanguage } from './topics.ts';

export const INTENTS = ['informational', 'commercial', 'transactional', 'navigational'] as const;
/** Search intents, as keywords are classified by (docs/classification.md). */
export type Intent = (typeof INTENTS)[number];

export interface Modifier {
  /** The keyword, `{}` standing for the subject. */
  readonly pattern: string;
  readonly intent: Intent;
}

const LETTERS: Readonly<Record<string, Intent>> = { I: 'informational', C: 'commercial', T: 'transactional' };

const COMMON: Readonly<Record<TopicLanguage, string>> = {
  en: 'C{}|Cbest {}|Ctop 10 {}|C{} reviews|C{} comparison|Ihow to choose {}|Iwhat is {}|I{} guide|I{} tips|I{} explained',
  de: 'C{}|Cbeste {}|C{} test|C{} vergleich|C{} erfahrungen|Iwas ist {}|I{} ratgeber|I{} tipps|Iwie funktioniert {}',
  fr: 'C{}|Cmeilleur {}|C{} avis|C{} comparatif|Icomment choisir {}|I{} conseils',
  es: 'C{}|Cmejor {}|C{} opiniones|C{} comparativa|Icómo elegir {}|I{} consejos',
};

const SPECIAL: Readonly<Record<TopicLanguage, Readonly<Record<BusinessType, string>>>> = {
  en: {
    saas: 'T{} pricing|T{} free trial|Tfree {}|T{} demo|C{} alternatives|C{} open source|I{} integrations|I{} features|Tcheap {}|I{} examples',
    ecommerce:
      'Tbuy {}|Tcheap {}|T{} sale|T{} online|T{} price|T{} free shipping|C{} brands|C{} under 50|Iare {} worth it|Ihow to clean {}',
    local:
      'T{} near me|T{} in london|T{} in chicago|T{} austin|T{} manchester|T{} open now|T{} cost|Tcheap {}|Taffordable {}|Iwhen to call {}',
    content:
      'I{} ideas|I{} step by step|I{} mistakes|Ihow does {} work|Iis {} worth it|I{} checklist|I{} for beginners|C{} books|C{} app|T{} template',
    service:
      'T{} near me|T{} cost|T{} quote|Thire {}|Taffordable {}|T{} in london|T{} in chicago|C{} ratings|Iwhy use {}|I{} questions to ask',
    marketplace:
      'T{} for sale|T{} near me|T{} deals|T{} online|Tcheap {}|T{} last minute|C{} websites|C{} offers|Iis it safe to book {}|I{} checklist',
    game: 'T{} download|T{} free|T{} online|T{} app|C{} for android|C{} for iphone|C{} like the classics|Ihow to play {}|I{} cheats|I{} rules',
  },
  de: {
    saas: 'T{} kosten|T{} kostenlos|T{} kostenlos testen|C{} alternative|I{} funktionen|T{} günstig',
    ecommerce: 'T{} kaufen|T{} günstig|T{} online bestellen|T{} preis|T{} angebot|I{} reinigen',
    local: 'T{} in der nähe|T{} berlin|T{} hamburg|T{} münchen|T{} kosten|T{} termin',
    content: 'I{} ideen|I{} anleitung|I{} fehler|I{} für anfänger|C{} app|T{} vorlage',
    service: 'T{} in der nähe|T{} kosten|T{} berlin|T{} angebot|T{} günstig|I{} fragen',
    marketplace: 'T{} günstig|T{} angebote|T{} in der nähe|T{} last minute|T{} privat|I{} checkliste',
    game: 'T{} kostenlos|T{} download|T{} online|C{} app|Iwie spielt man {}|I{} regeln',
  },
  fr: {
    saas: 'T{} prix|T{} gratuit|C{} alternative',
    ecommerce: 'Tacheter {}|T{} pas cher|T{} promo',
    local: 'T{} près de chez moi|T{} lyon|T{} tarif',
    content: 'I{} facile|I{} étape par étape|C{} livre',
    service: 'T{} prix|T{} devis|T{} lyon',
    marketplace: 'T{} pas cher|T{} dernière minute|T{} particulier',
    game: 'T{} gratuit|T{} télécharger|I{} règles',
  },
  es: {
    saas: 'T{} precio|T{} gratis|C{} alternativas',
    ecommerce: 'Tcomprar {}|T{} barato|T{} oferta',
    local: 'T{} cerca de mí|T{} sevilla|T{} precio',
    content: 'I{} fácil|I{} paso a paso|C{} libro',
    service: 'T{} precio|T{} presupuesto|T{} sevilla',
    marketplace: 'T{} barato|T{} última hora|T{} particular',
    game: 'T{} gratis|T{} descargar|I{} reglas',
  },
};

/** The ways in which people ask about a subject of this kind. */
export function modifiersFor(kind: BusinessType, language: TopicLanguage): readonly Modifier[] {
  return `${COMMON[language]}|${SPECIAL[language][kind]}`.split('|').map((text) => ({
    intent: LETTERS[text.charAt(0)] ?? 'commercial',
    pattern: text.slice(1),
  }));
}

const INFORMATIONAL =
  /^(how|what|why|when|where|who|is|are|can|does|do|was|wie|warum|wann|wer)\b|\b(guide|tips|ideas|tutorial|explained|rules|examples|anleitung|tipps|ratgeber)\b/u;
const TRANSACTIONAL =
  /\b(buy|price|pricing|cheap|sale|deals?|coupon|order|online|download|quote|hire|cost|free|kaufen|preis|günstig|bestellen|kosten|angebot|kostenlos|termin)\b|near me|in der nähe/u;
const NAVIGATIONAL = /\b(login|log in|sign in|website|official|anmelden)\b/u;

/** The intent of words that are in no list. */
export function guessIntent(keyword: string): Intent {
  if (NAVIGATIONAL.test(keyword)) return 'navigational';
  if (INFORMATIONAL.test(keyword)) return 'informational';
  return TRANSACTIONAL.test(keyword) ? 'transactional' : 'commercial';
}
