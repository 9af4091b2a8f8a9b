/**
 * Words that denials are made of, in folded text. A group is named in capitals; it may be named in those after it, and in forms of
 * words (`denials.ts`).
 */
export const WORDS: readonly (readonly [name: string, words: string])[] = [
  // What denies.
  [
    'NEVER',
    String.raw`(?:not|no|never|cannot|neither|(?:do|does|did|is|are|was|were|have|has|had|ca|could|would|wo)nt|unable to|failed to|fail to|struggled? to)`,
  ],
  [
    'NONE',
    String.raw`(?:no|nothing|none|neither|nobody|no one|little|few|hardly|scarcely|barely|without|lack|lacks|lacking|insufficient|missing|limited|scant|zero|minimal|sparse|any|enough|not much)`,
  ],
  ['WE', String.raw`(?:i|we|me|my|our)`],
  // What one has of a thing that one knows.
  [
    'FACTS',
    String.raw`(?:information|info|details?|data|facts?|knowledge|sources?|results?|evidence|records?|mentions?|references?|reviews?|reports?|coverage|trace|signs?|anything|something|material|idea|clues?|entry|entries|hits?|insights?|background|documentation|articles?|pages?|tests?|matches|feedback|context|claims?|footprint|presence|listings?|word)`,
  ],
  ['KNOWN_TO', String.raw`(?:evaluate|judge|assess|compare|rate|recommend|describe|say|tell|that|whether|if)`],
  [
    'OF',
    String.raw`(?:about|on|of|for|regarding|concerning|around|called|named|covering|mentioning|describing|discussing|listing|naming|(?:to )?KNOWN_TO)`,
  ],
  // What knows.
  [
    'KNOW',
    String.raw`(?:know|knew|known|recogni[sz]e|recall|remember|find|found|locate|seen|saw|see|come across|came across|run into|encounter|encountered|hear|heard|verify|verified|confirm|identify|place|access|retrieve|read|pull up|dig up|turn up|discover|look up|track down|speak to|speak about|speak on|comment on|comment|say|tell|judge|vouch for|assess|evaluate)`,
  ],
  // Where one learns of a thing.
  [
    'SOURCES',
    String.raw`(?:sources?|results?|search|searches|pages?|sites?|articles?|reviews?|guides?|lists?|index|data|training|knowledge|notes|forums?|literature|press|database|documents?|web|memory|material|comparisons?|rankings?|director(?:y|ies)|roundups?|tables?|reports?|tests?|records?|browsing|threads?|catalogu?es?)`,
  ],
  // What sources do with a thing.
  [
    'TELL',
    String.raw`(?:mentions?|mentioned|covers?|covered|names?|named|lists?|listed|includes?|included|discuss(?:es|ed)?|describes?|described|brings? up|brought up|talks? about|refers? to|writes? about|wrote about|written about|reviewed|contains?|touch(?:es)? on|deals? with|knows?|shows?)`,
  ],
  [
    'TOLD',
    String.raw`(?:known|mentioned|listed|covered|included|documented|discussed|indexed|described|found|featured|represented|named|reviewed|written about|reported on|cited)`,
  ],
  ['APPEAR', String.raw`(?:appear|show up|come up|came up|turn up|figure|surface|feature|crop up)`],
  ['LINK', String.raw`(?:is|are|was|were|seems?|remains?|looks?|proved)`],
  [
    'SCARCE',
    String.raw`(?:unavailable|scarce|elusive|unclear|incomplete|patchy|vague|limited|thin|sparse|lacking|missing|insufficient|inconclusive|hard to (?:find|come by)|(?:not|isnt|arent|wasnt|werent) (?:\S+ )?(?:available|public|enough|sufficient|in))`,
  ],
  // Where a thing would stand that is known.
  [
    'SOMEWHERE',
    String.raw`(?:to (?:me|us)|anywhere|at all|here|(?:in|on) (?:any|either|one|none)(?: of (?:them|these|those|it))?|(?:in|on|by|among|within) (?:my|our|any|either|these|those|the|what|public) (?:.{0,30}\b)?(?:SOURCES|i|we|reviewers|experts|testers)\b)`,
  ],
  ['DENIED', String.raw`(?:NEVER|no|nothing|next to nothing|little|unable|lack|insufficient|without)`],
  // What an assistant does to know of a thing.
  [
    'LEARN',
    String.raw`(?:find|found|locate|gather|collect|substantiate|verify|confirm|identify|place|recogni[sz]e|recall|retrieve|access|consult|surface|familiar|aware|acquainted|information|info|details|data|knowledge|evidence|record|sources|facts|verdict|confidence|insight|vouch|comment|know|known|hear|heard|come across|encounter|encountered|describe|certainty)`,
  ],
  // What is no brand.
  [
    'THING',
    String.raw`(?:river|town|village|city|street|road|band|song|film|movie|novel|book|album|surname|racehorse|horse|racing team|charity|family|planet|poem|lake|mountain|county|district|ship|opera|painting|football club|person|man|woman|singer|actor|poet|author|writer|politician|footballer|philosopher|scientist|composer|painter|bird|fish|character|saint)`,
  ],
  // What is hardly ever sold, so that it needs no other sign.
  ['HARD_THING', String.raw`(?:river|village|town|surname|racehorse|band|singer|actor|saint|mountain|planet|racing team|football club)`],
  ['NAMED', String.raw`(?:called|named|of (?:that|the same|this) name|by (?:that|the|this) name|with (?:that|the same) name|known as)`],
  // "I could not find a better one than X" and "no bad word about X" praise it.
  [
    'PRAISES',
    String.raw`\b(?:than (?:\S+ ){0,2}@|(?:like|besides|except|apart from|other than|unlike|as \S+ as) @)|\b(?:bad|wrong|badly|negative|faults?|flaws?|complaints?|complain|problems?|issues?|downsides?|drawbacks?|errors?|bugs?|mistakes?|reason|enough good|good enough|better|happier|faster|cheaper|simpler|easier)\b`,
  ],
  // What the reader need not know says nothing about the assistant.
  ['READERS', String.raw`\b(?:you|your|they|customers?|users?|clients?|teams?|everyone|others|if)\b`],
  ['FREQUENT', String.raw`\b(?:as often|so often|always|often|only|just|as much)\b`],
  // An opinion is no ignorance: "I would not say that X is cheap", "I do not find X hard to use".
  [
    'PERSONAL',
    String.raw`PRAISES|\b(?:if|whether) (?:i|we|you|they)\b|\b(?:say enough|going|hesitate)\b|\bwould(?:nt| not) (?:say|call|know how)\b|\b(?:find|found|see|saw|seen) @ (?!in|on|among|any|listed|mentioned|named|discussed|covered|recommended|reviewed|at all)|\b(?:you|they|users?) (?:\S+ ){0,3}(?:know|find|need)`,
  ],
];
