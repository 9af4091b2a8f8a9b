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
  /\b(?:unable|failed) to (?:find|verify|confirm|locate)\b/u,
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
  /\b(?:nothing to do with|not to be (?:confused|mistaken) (?:with|for)|(?:unrelated|no relation|not related) to|nichts mit .{1,60} zu tun|nicht (?:zu )?verwechseln|rien a voir avec|a ne pas confondre avec|nada que ver con|no (?:debe )?confundir(?:se)? con)\b/u;

/** Whether a clause says that a name in it is not known, or is of something else. @param folded a clause */
export function disclaims(folded: string): boolean {
  return UNRELATED.test(folded) || UNKNOWING.some((pattern) => pattern.test(folded));
}
