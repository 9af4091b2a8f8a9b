/**
 * Ways to say that something is not known, in folded text. A name in such a clause was not found by the assistant: counting it as a
 * mention is the commonest mistake of trackers.
 */
const UNKNOWING = [
  // English
  /\b(?:could|can|cannot|couldnt|cant|was|am|were|do|dont|did|didnt|have|havent) ?(?:not|unable)?\b.{0,30}\b(?:find|verify|confirm|locate|access)\b.{0,40}\b(?:information|details|data|sources|results|evidence|anything|record|mention)/u,
  /\b(?:no|any|little|limited|insufficient|not enough) (?:\w+ ){0,2}(?:information|details|data|sources|evidence|record)\b.{0,20}\b(?:about|on|regarding|for|of)\b/u,
  /\b(?:not|isnt|arent|im not) (?:\w+ )?(?:aware of|familiar with|sure what|able to (?:find|verify|confirm))\b/u,
  /\b(?:dont|do not|doesnt|does not) (?:\w+ )?(?:know|recogni[sz]e|have (?:\w+ ){0,3}(?:information|knowledge|details|data))\b/u,
  /\b(?:unable|failed|struggle) to (?:find|verify|confirm|locate|say|tell|comment)\b/u,
  /\b(?:lack|lacking|without) (?:\w+ ){0,2}(?:information|knowledge|details|data|sources)\b/u,
  /\b(?:isnt|is not|arent|are not|wasnt|was not|werent|were not|hardly|scarcely) (?:\w+ ){0,2}(?:any|much|enough|anything|available|known|mentioned|covered|listed|documented|discussed|indexed|described)\b/u,
  /\b(?:little|nothing|not much|next to nothing|hardly anything|no one) (?:\w+ ){0,3}(?:known|written|published|available|said|found|mention\w*|cover\w*)\b/u,
  /\b(?:no|none|neither) (?:\w+ ){0,3}(?:sources?|results?|pages?|sites?|reviews?|reports?|articles?|references?|trace|sign|mentions?|hits?|entries|listings?)\b.{0,30}\b(?:mention|mentions|mentioned|cover|covers|covered|name|names|named|list|lists|listed|about|on|of|for|came|come|turn|turned|show|shows|describe|describes)\b/u,
  /\b(?:did not|didnt|does not|doesnt|never|has not|hasnt|have not|havent) (?:\w+ ){0,2}(?:come up|came up|turn up|show up|appear|surface|ring a bell|find|found|see|seen|come across|encounter\w*|hear\w*)\b/u,
  /\b(?:cannot|cant|can not|could not|couldnt|wont|not able to|unable to) (?:\w+ ){0,2}(?:say|tell|speak|judge|vouch|comment|assess|rate|evaluate|recommend or|describe|identify|place)\b/u,
  /\b(?:outside|beyond) (?:\w+ ){0,3}(?:know|knowledge|training|sources|data)\b|\b(?:silent|blank) (?:on|about)\b|\b(?:new|unknown|unfamiliar) to me\b|\bno idea\b|\b(?:dont|do not|have no|cannot|cant) (?:\w+ ){0,2}(?:recall|place|know)\b/u,
  /\b(?:doesnt|does not|dont|do not) (?:appear|seem) (?:to be|to exist|in)\b/u,
  /\bnothing (?:is known )?(?:about|on)\b|\bunknown to me\b|\bnever heard of\b/u,
  // German
  /\b(?:keine?|kaum|wenig) (?:\w+ ){0,3}(?:informationen|angaben|daten|quellen|hinweise|ergebnisse)\b/u,
  /\b(?:nicht|kein) (?:\w+ ){0,2}(?:bekannt|vertraut|finden|gefunden|bestatigen|uberprufen)\b/u,
  /\bnichts (?:\w+ )?(?:uber|zu)\b/u,
  // French
  /\b(?:ne|n) (?:\w+ ){0,3}pas (?:\w+ ){0,4}(?:informations?|trouve[r]?|donnees|connais|verifier)\b|\baucune? (?:information|donnee|source|resultat)\b/u,
  // Spanish
  /\bno (?:\w+ ){0,4}(?:informacion|encontr\w+|encuentr\w+|conozco|datos|verificar|fuentes)\b/u,
  // Italian, Portuguese, Dutch
  /\bnon (?:\w+ ){0,4}(?:informazioni|trovat\w+|conosco|dati|verificare)\b|\bnao (?:\w+ ){0,4}(?:informac\w+|encontr\w+|conheco|dados)\b|\bgeen (?:\w+ ){0,2}(?:informatie|gegevens|bronnen)\b/u,
];

/** Ways to say that something else of that name is meant. */
const UNRELATED =
  /\b(?:nothing to do with|(?:no|any|not in any) (?:connection|relation|relationship|link|affiliation) (?:to|with)|(?:share|shares|sharing) (?:its|the|a|only its|just its|only the|just the) name|(?:not|isnt|different from|other than) the same|(?:a|an|another|some|entirely|completely|quite a) (?:different|unrelated|other)\b.{0,30}\b(?:called|named|of that name|by that name|with that name|by the name)|not the (?:company|brand|product|software|tool|app|service|one)|mean something else|mix(?:ed)? up with|not to be (?:confused|mistaken) (?:with|for)|(?:unrelated|no relation|not related) to|nichts mit .{1,60} zu tun|nicht (?:zu )?verwechseln|rien a voir avec|a ne pas confondre avec|nada que ver con|no (?:debe )?confundir(?:se)? con)\b/u;

/** Folding takes "didn't" apart. */
const SHORTENED = /\b(\w+n) t\b/gu;

/** Whether a clause says that a name in it is not known, or is of something else. @param folded a clause */
export function disclaims(folded: string): boolean {
  const joined = folded.replaceAll(SHORTENED, '$1t');
  return UNRELATED.test(joined) || UNKNOWING.some((pattern) => pattern.test(joined));
}

/** Ways to lead over to what was asked. */
const ASKED =
  /^(?:(?:you|your|so you|the question|regarding your|about your|to answer your|in answer to your|as to your|concerning your|sie|du|ihre frage|deine frage|vous|votre question|usted|su pregunta|tu pregunta)\b.{0,60}\b(?:ask|asked|asking|want|wanted|wonder|wondering|wondered|question|curious|interested|know|whether|looking|fragst|fragen|frage|wissen|demandez|demande|question|pregunta|preguntas|saber)\b|(?:question|prompt|query|frage|pregunta)\b)/u;

/** Whether a clause says again what was asked. @param folded a clause, from its beginning */
export function repeatsQuestion(folded: string): boolean {
  return ASKED.test(folded);
}
